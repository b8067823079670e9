// A browser of one person: signed in through the real link, every error of the page collected.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const FLAGS = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
];

export function launch() {
    return chromium.launch({
        executablePath: process.env.SAYSO_CHROMIUM ?? '/usr/bin/chromium',
        args: FLAGS,
    });
}

export class Person {
    constructor(hub, context) {
        this.hub = hub;
        this.context = context;
        this.errors = [];
        /** Messages a journey provokes itself, such as a hub that is gone. */
        this.expected = [];
        context.on('page', (page) => this.#watch(page));
    }

    /** Opens a browser for this hub and signs in. */
    static async arrive(browser, hub, options = {}) {
        const { signIn = true, ...rest } = options;
        const context = await browser.newContext({
            viewport: { width: 1440, height: 900 },
            ...rest,
        });
        context.setDefaultTimeout(10_000);
        const person = new Person(hub, context);
        if (signIn) {
            const page = await person.signIn();
            await page.close();
        }
        return person;
    }

    async signIn() {
        const { url } = await this.hub.person('POST', '/api/v1/login-codes', {});
        const page = await this.context.newPage();
        await page.goto(url);
        await page.locator('.frame').waitFor();
        return page;
    }

    /** Opens a page of the portal and waits until it can be used. */
    async open(path = '/') {
        const page = await this.context.newPage();
        await page.goto(`${this.hub.url}${path}`);
        await page.locator('.frame').waitFor();
        return page;
    }

    /** Fails if any page of this person has complained. */
    assertQuiet() {
        const unexpected = this.errors.filter(
            (error) => !this.expected.some((pattern) => pattern.test(error)),
        );
        assert.deepEqual(unexpected, [], 'console errors and policy reports');
    }

    #watch(page) {
        page.on('console', (message) => {
            if (
                message.type() === 'error' ||
                /Content Security Policy|Trusted Type/i.test(message.text())
            ) {
                this.errors.push(message.text());
            }
        });
        page.on('pageerror', (error) => this.errors.push(String(error)));
    }
}

/** Signs in on the page without scripts. */
export async function typeCode(page, hub) {
    const { code } = await hub.person('POST', '/api/v1/login-codes', {});
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/plain\/[0-9a-f]{64}/);
}

/** The half second after a question appeared is over. */
export async function settled(page) {
    await page.locator('article:not([data-guard])').waitFor();
}
