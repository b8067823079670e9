// Where the keyboard is after each step, and that the list follows it.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { multi, single } from '../support/questions.mjs';

const focused = (page) =>
    page.evaluate(() => {
        const holder = document.activeElement;
        return holder?.getAttribute('aria-label') ?? holder?.tagName.toLowerCase();
    });

export default {
    'Esc returns the focus from a note to its option and from a dialog to its button': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        await hub.ask(single);
        const page = await person.open();
        await settled(page);
        await page.keyboard.press('j');
        await page.keyboard.press('n');
        await page.getByRole('textbox', { name: 'Note on SQLite' }).fill('small');
        await page.keyboard.press('Escape');
        const option = page.getByRole('radio', { name: 'SQLite recommended' });
        assert.ok(await option.evaluate((radio) => radio === document.activeElement));
        await page.keyboard.press('N');
        await page.keyboard.press('Escape');
        assert.equal(await focused(page), 'Which database?');
        for (const leave of ['Escape', 'Keep it']) {
            const cancel = page.getByRole('button', { name: 'Cancel question' });
            await cancel.focus();
            await page.keyboard.press('Enter');
            const dialog = page.getByRole('dialog');
            await dialog.waitFor();
            if (leave === 'Escape') await page.keyboard.press(leave);
            else await dialog.getByRole('button').last().click();
            await dialog.waitFor({ state: 'detached' });
            assert.ok(await cancel.evaluate((button) => button === document.activeElement), leave);
        }
    },

    'the focus moves to the outcome after sending, then to the next question': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        await hub.ask(single);
        await hub.ask({ ...single, title: 'And then?' });
        const page = await person.open();
        await settled(page);
        await page.keyboard.press('1');
        const send = page.getByRole('button', { name: 'Send answer' });
        // Until the hub has the choice there is nothing to send, and nothing to focus.
        await eventually('it can be sent', () => send.isEnabled());
        await send.focus();
        await page.keyboard.press('Enter');
        const outcome = page.getByRole('region', { name: 'Result' });
        await outcome.waitFor();
        const next = page.getByRole('button', { name: /^Next/ });
        assert.ok(await next.evaluate((button) => button === document.activeElement));
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'And then?' }).waitFor();
        assert.equal(await focused(page), 'main');
        await settled(page);
        await page.keyboard.press('j');
        const first = page.getByRole('radio', { name: 'SQLite recommended' });
        assert.ok(await first.evaluate((radio) => radio === document.activeElement));
    },

    'the inbox scrolls along when a key moves to the next question': async ({ hub, arrive }) => {
        const person = await arrive({ viewport: { width: 1280, height: 420 } });
        for (let at = 1; at <= 12; at += 1) {
            await hub.ask({ ...single, title: `Number ${at}?` });
        }
        const page = await person.open();
        await settled(page);
        await page.keyboard.press('[');
        await page.getByRole('heading', { name: 'Number 12?' }).waitFor();
        const row = page.getByRole('link', { name: /Number 12\?/ });
        const inView = await row.evaluate((link) => {
            const [own, list] = [link, link.closest('nav')].map((at) => at.getBoundingClientRect());
            return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
        });
        assert.ok(inView, 'the row of the question is in view');
    },

    'select all selects only the options that the filter shows': async ({ hub, arrive }) => {
        const options = Array.from({ length: 12 }, (_, at) => ({
            id: `${at}`,
            label: at < 3 ? `unit tests ${at}` : `lint ${at}`,
        }));
        const person = await arrive();
        const id = await hub.ask({ ...multi, options, min_selections: 1, max_selections: 12 });
        const page = await person.open();
        await settled(page);
        await page.getByRole('checkbox', { name: 'lint 5' }).check();
        await page.getByRole('searchbox', { name: 'Filter options' }).fill('unit');
        await page.getByRole('button', { name: 'Select all' }).click();
        await page.getByRole('button', { name: 'Send answer' }).click();
        await page.getByRole('region', { name: 'Result' }).waitFor();
        assert.deepEqual((await hub.result(id)).selected_ids, ['0', '1', '2', '5']);
    },
};
