// Time that runs out: on the page, in the list, and for a person who looks elsewhere.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { stubNotices } from '../support/notices.mjs';
import { single } from '../support/questions.mjs';

/** Agents may ask for so little time; the default floor would make the journeys wait. */
const SHORT = { timeout_min_seconds: 1 };

/** Runs inside the page: its clock is off by so much. */
function shiftClock(ms) {
    const Real = (window.RealDate ??= Date);
    window.Date = class extends Real {
        constructor(...parts) {
            if (parts.length === 0) super(Real.now() + ms);
            else super(...parts);
        }
        static now() {
            return Real.now() + ms;
        }
    };
}

const list = (page, name) => page.getByRole('list', { name });

export default {
    'a timeout appears on the page when it happens, without an answer': async ({ hub, arrive }) => {
        await hub.set(SHORT);
        const person = await arrive();
        const page = await person.open();
        const id = await hub.ask({
            ...single,
            timeout_seconds: 3,
            default_selection_ids: ['sqlite'],
        });
        const result = hub.result(id);
        await page.getByRole('timer').waitFor();
        await page.locator('footer').getByText('is told that you did not answer').waitFor();
        await list(page, 'Needs you')
            .getByRole('link', { name: /Which database/ })
            .waitFor();
        const outcome = page.getByRole('region', { name: 'Result' });
        await outcome.getByText('timed out').waitFor();
        await outcome.getByText('Claude Code was told that you did not answer').waitFor();
        await page.getByRole('timer').waitFor({ state: 'detached' });
        assert.equal(await page.getByRole('button', { name: 'Send answer' }).count(), 0);
        await list(page, 'Recent')
            .getByRole('link', { name: /timed out/ })
            .waitFor();
        await page
            .getByRole('navigation', { name: 'Questions' })
            .getByText('No questions are waiting.')
            .waitFor();
        assert.equal(await page.title(), 'Which database? · sayso');
        const { action_status: status, selected_ids: chosen } = await result;
        assert.deepEqual([status, chosen ?? []], ['timeout', []]);
    },

    'the page says what auto-submit will send and afterwards that it sent it': async ({
        hub,
        arrive,
    }) => {
        await hub.set({ ...SHORT, auto_submit: true });
        const person = await arrive();
        const page = await person.open();
        const id = await hub.ask({ ...single, timeout_seconds: 3 });
        await page.locator('footer').getByText('At 0:00 the default answer is sent.').waitFor();
        const outcome = page.getByRole('region', { name: 'Result' });
        await outcome.getByText('answered automatically').waitFor();
        await outcome.getByText('by your auto-submit setting').waitFor();
        assert.deepEqual((await hub.result(id)).selected_ids, ['sqlite']);
    },

    "the countdown follows the hub's clock when the browser's clock is wrong": async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        await person.context.addInitScript(shiftClock, 2 * 60_000);
        const id = await hub.ask({ ...single, timeout_seconds: 600 });
        const page = await person.open();
        await settled(page);
        const shown = async () => {
            const [, minutes, seconds] = /(\d+):(\d\d)/.exec(
                await page.getByRole('timer').textContent(),
            );
            return Number(minutes) * 60 + Number(seconds);
        };
        const left = (await hub.show(id)).remaining_seconds;
        assert.ok(Math.abs((await shown()) - left) <= 2, `${await shown()} s, not ${left} s`);
        await page
            .getByRole('main')
            .getByText(/^\d+ s ago$/)
            .waitFor();
        // Set while the page is open, and far into the past.
        await page.evaluate(shiftClock, -3 * 3_600_000);
        const before = await shown();
        await eventually('the countdown goes on', async () => (await shown()) < before);
        const now = (await hub.show(id)).remaining_seconds;
        assert.ok(Math.abs((await shown()) - now) <= 2, `${await shown()} s, not ${now} s`);
    },

    'the page asks for notification permission after the first answer and notifies of deadlines':
        async ({ hub, arrive }) => {
            await hub.set(SHORT);
            const person = await arrive();
            await person.context.addInitScript(stubNotices, 'default');
            const page = await person.open();
            await page.getByRole('heading', { name: 'No questions are waiting.' }).waitFor();
            const wish = page.getByRole('region', {
                name: /Get a notification when an agent asks/,
            });
            await hub.ask({ ...single, title: 'A first one?' });
            await settled(page);
            assert.equal(await wish.count(), 0, 'nothing is asked before the first answer');
            await page.keyboard.press('1');
            await page.keyboard.press('Control+Enter');
            await wish.getByRole('button', { name: 'Notify me' }).click();
            await wish.waitFor({ state: 'detached' });
            await page.evaluate(() => (window.gaze = 'hidden'));
            await hub.ask({ ...single, title: 'A short one?', timeout_seconds: 3 });
            const told = () => page.evaluate(() => window.notices);
            await eventually('the last notice', async () => (await told()).length === 3);
            assert.deepEqual(await told(), [
                ['A short one?', 'New question from Claude Code · shop'],
                ['A short one?', 'About to time out'],
                ['A short one?', 'Timed out'],
            ]);
        },

    'a page in view shows no notification': async ({ hub, arrive }) => {
        await hub.set(SHORT);
        const person = await arrive();
        await person.context.addInitScript(stubNotices, 'granted');
        const page = await person.open();
        await hub.ask({ ...single, title: 'Right here?', timeout_seconds: 2 });
        await page.getByRole('region', { name: 'Result' }).getByText('timed out').waitFor();
        assert.deepEqual(await page.evaluate(() => window.notices), []);
    },
};
