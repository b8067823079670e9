// Time that runs out: on the page, in the list, and for somebody who looks elsewhere.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { stubNotices } from '../support/notices.mjs';
import { single } from '../support/questions.mjs';

/** Agents may ask for so little time; the default floor would make the journeys wait. */
const SHORT = { timeout_min_seconds: 1 };

const list = (page, name) => page.getByRole('list', { name });

export default {
    'a timeout is seen as it happens, and nothing was chosen': async ({ hub, arrive }) => {
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
        await page.getByText('then: nothing is chosen').waitFor();
        await list(page, 'Needs you')
            .getByRole('link', { name: /Which database/ })
            .waitFor();
        const outcome = page.getByRole('region', { name: 'Outcome' });
        await outcome.getByText('timed out').waitFor();
        await outcome.getByText('delivered to claude-code').waitFor();
        await page.getByRole('timer').waitFor({ state: 'detached' });
        assert.equal(await page.getByRole('button', { name: 'Send answer' }).count(), 0);
        await list(page, 'Recent')
            .getByRole('link', { name: /timed out/ })
            .waitFor();
        await list(page, 'Needs you').getByText('Nothing needs you.').waitFor();
        assert.equal(await page.title(), 'Which database? · sayso');
        const { action_status: status, selected_ids: chosen } = await result;
        assert.deepEqual([status, chosen ?? []], ['timeout', []]);
    },

    'with auto-submit on, the page says what will be sent and by whom it was': async ({
        hub,
        arrive,
    }) => {
        await hub.set({ ...SHORT, auto_submit: true });
        const person = await arrive();
        const page = await person.open();
        const id = await hub.ask({ ...single, timeout_seconds: 3 });
        await page.getByText('then: the defaults are sent').waitFor();
        const outcome = page.getByRole('region', { name: 'Outcome' });
        await outcome.getByText('answered automatically').waitFor();
        await outcome.getByText('by your settings, at the end of its time').waitFor();
        assert.deepEqual((await hub.result(id)).selected_ids, ['sqlite']);
    },

    'leave to notify is asked with the first question, and time that runs out is told': async ({
        hub,
        arrive,
    }) => {
        await hub.set(SHORT);
        const person = await arrive();
        await person.context.addInitScript(stubNotices, 'default');
        const page = await person.open();
        await page.getByRole('heading', { name: 'Nothing needs you.' }).waitFor();
        const wish = page.getByRole('region', { name: /Be told when a question arrives/ });
        assert.equal(await wish.count(), 0, 'nothing is asked before a question is');
        await hub.ask({ ...single, title: 'A first one?' });
        await settled(page);
        await wish.getByRole('button', { name: 'Notify me' }).click();
        await wish.waitFor({ state: 'detached' });
        await page.evaluate(() => (window.gaze = 'hidden'));
        await hub.ask({ ...single, title: 'A short one?', timeout_seconds: 3 });
        const told = () => page.evaluate(() => window.notices);
        await eventually('the last notice', async () => (await told()).length === 3);
        assert.deepEqual(await told(), [
            ['A short one?', 'New question from claude-code · shop'],
            ['A short one?', 'About to time out'],
            ['A short one?', 'Timed out'],
        ]);
    },

    'a page that is looked at is not notified': async ({ hub, arrive }) => {
        await hub.set(SHORT);
        const person = await arrive();
        await person.context.addInitScript(stubNotices, 'granted');
        const page = await person.open();
        await hub.ask({ ...single, title: 'Right here?', timeout_seconds: 2 });
        await page.getByRole('region', { name: 'Outcome' }).getByText('timed out').waitFor();
        assert.deepEqual(await page.evaluate(() => window.notices), []);
    },
};
