// What a hub that was killed still knows when it is back.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { single } from '../support/questions.mjs';

/** What a browser says about a hub that is gone. */
const GONE = /ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource/;

async function restart(hub) {
    await hub.kill();
    await hub.serve();
}

export default {
    'the history is the same after the hub was killed': async ({ hub, arrive }) => {
        const person = await arrive();
        person.expected.push(GONE);
        const answered = await hub.ask({ ...single, title: 'Answered?' });
        await hub.answer(answered, {
            selected_ids: ['postgres'],
            option_notes: { postgres: 'version 17' },
        });
        const cancelled = await hub.ask({ ...single, title: 'Cancelled?' });
        await hub.sayso('cancel', cancelled, '--annotation', 'not this week');
        const before = [await hub.show(answered), await hub.show(cancelled)];
        const page = await person.open('/history');
        const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem');
        await eventually('both are listed', async () => (await rows.count()) === 2);
        const texts = await rows.allTextContents();
        await hub.kill();
        await page.getByText('Reconnecting… You can keep typing; nothing is lost.').waitFor();
        await hub.serve();
        await page
            .getByText('Reconnecting… You can keep typing; nothing is lost.')
            .waitFor({ state: 'hidden' });
        await eventually('both are listed again', async () => (await rows.count()) === 2);
        const fresh = await person.open('/history');
        const again = fresh.getByRole('list', { name: 'History' }).getByRole('listitem');
        await eventually('a new page lists them too', async () => (await again.count()) === 2);
        assert.deepEqual(await again.allTextContents(), texts);
        await again.getByRole('link', { name: /Answered\?/ }).click();
        const outcome = fresh.getByRole('region', { name: 'Result' });
        await outcome.getByText('by you, terminal').waitFor();
        await fresh.getByText('version 17', { exact: true }).waitFor();
        const after = [await hub.show(answered), await hub.show(cancelled)];
        const lasting = ({ result, events, status, completed_at }) => ({
            result,
            events,
            status,
            completed_at,
        });
        assert.deepEqual(after.map(lasting), before.map(lasting));
    },

    'language and note settings are kept after the hub was killed': async ({ hub, arrive }) => {
        const person = await arrive();
        person.expected.push(GONE);
        const page = await person.open('/settings');
        await page.getByRole('checkbox', { name: /Offer notes/ }).uncheck();
        await page.getByText('Saved', { exact: true }).waitFor();
        await page.getByRole('combobox', { name: /Language/ }).selectOption('zh');
        await page.getByRole('heading', { name: '设置' }).waitFor();
        await restart(hub);
        const id = await hub.ask(single);
        const question = await person.open(`/choice/${id}`);
        await settled(question);
        assert.equal(await question.evaluate(() => document.documentElement.lang), 'zh');
        await question.getByRole('button', { name: '提交回答' }).waitFor();
        assert.deepEqual(
            [
                await question.getByRole('article').getByRole('textbox').count(),
                await question.getByRole('radio').count(),
            ],
            [0, 3],
            'no field for a note, but all the options',
        );
        // A setting that was switched off can be switched on again, and the open question follows.
        await page.reload();
        await page.getByRole('heading', { name: '设置' }).waitFor();
        await hub.set({ annotations: true });
        await question.getByRole('button', { name: '添加备注' }).waitFor();
    },
};
