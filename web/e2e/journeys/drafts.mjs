// Typed text is never lost: reloads, second tabs, races, a hub that is killed.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { overallNote } from '../support/note.mjs';
import { hybrid, single } from '../support/questions.mjs';

const words = (page) => page.getByRole('textbox', { name: 'Your own answer' });

/** What the clipboard holds; the portal's own policy rightly lets no script read it. */
async function pasted(person) {
    const page = await person.context.newPage();
    await page.setContent('<textarea aria-label="paste here"></textarea>');
    const field = page.getByRole('textbox', { name: 'paste here' });
    await field.press('Control+V');
    const text = await field.inputValue();
    await page.close();
    return text;
}

/** A promise and what keeps it. */
function gate() {
    let open;
    const opened = new Promise((resolve) => (open = resolve));
    return [opened, open];
}

export default {
    'a draft survives a reload and moves to a second tab': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(hybrid);
        const first = await person.open();
        await settled(first);
        await first.getByRole('radio', { name: 'JSON files' }).check();
        await words(first).fill('half a thought');
        await eventually('the hub has the draft', async () => (await hub.show(id)).draft.text);
        await first.reload();
        await settled(first);
        assert.equal(await words(first).inputValue(), 'half a thought');
        const second = await person.open(`/choice/${id}`);
        await settled(second);
        assert.equal(await words(second).inputValue(), 'half a thought');
        assert.equal(await second.getByRole('radio', { name: 'JSON files' }).isChecked(), true);
        await words(second).fill('a whole thought');
        await eventually(
            'the first tab follows',
            async () => (await words(first).inputValue()) === 'a whole thought',
        );
    },

    'a tab that answers second keeps its text': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(hybrid);
        const [winner, loser] = [await person.open(), await person.open()];
        await settled(winner);
        await settled(loser);
        await words(loser).fill('mine was longer');
        await winner.getByRole('radio', { name: 'JSON files' }).check();
        await winner.getByRole('button', { name: 'Send answer' }).click();
        await loser
            .getByText('You already answered this question (another tab or window).')
            .waitFor();
        const kept = await loser.getByRole('group', { name: 'Your draft' }).textContent();
        assert.match(kept ?? '', /mine was longer/);
        assert.equal((await hub.show(id)).status, 'submitted');
    },

    'an answer from the terminal appears on the page': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(single);
        const page = await person.open();
        await settled(page);
        await hub.person('POST', `/api/v1/interactions/${id}/answer`, {
            answer_id: '0'.repeat(31) + '1',
            answer: { selected_ids: ['sqlite'] },
        });
        await page.getByRole('region', { name: 'Result' }).getByText('by you, terminal').waitFor();
    },

    'a draft can be copied after the command line answered first': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(hybrid);
        const page = await person.open();
        await settled(page);
        await page.getByRole('radio', { name: 'JSON files' }).check();
        await words(page).fill('my own way');
        await (await overallNote(page)).fill('and a note');
        await hub.sayso('answer', id, '--select', 'sqlite');
        const outcome = page.getByRole('region', { name: 'Result' });
        await outcome.getByText('by you, command line').waitFor();
        await page.getByText('You already answered this question (command line).').waitFor();
        const draft = '[x] JSON files\nmy own way\nand a note';
        assert.equal(await page.getByRole('group', { name: 'Your draft' }).textContent(), draft);
        await page.getByRole('button', { name: 'Copy', exact: true }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        assert.equal(await pasted(person), draft);
        // No call waits yet; the agent that repeats its question gets the sent answer, not the
        // draft.
        await outcome.getByText('Saved. Claude Code gets this when it asks again.').waitFor();
        const result = await hub.result(id);
        assert.deepEqual([result.selected_ids, result.custom_input], [['sqlite'], undefined]);
        await outcome.getByText('Claude Code has your answer').waitFor();
    },

    'a late reply to a save does not undo a newer selection': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(hybrid);
        const page = await person.open();
        await settled(page);
        const [released, release] = gate();
        await page.route(`**/api/v1/interactions/${id}`, async (route) => {
            // Read by the hub before it had the draft, and long on its way.
            const response = await route.fetch();
            const json = { ...(await response.json()), draft: { selected_ids: [] } };
            await released;
            await route.fulfill({ response, json });
        });
        const late = page.waitForResponse(`**/api/v1/interactions/${id}`);
        await page.getByRole('radio', { name: 'JSON files' }).check();
        await eventually(
            'the hub has the choice',
            async () => (await hub.show(id)).draft.selected_ids.length === 1,
        );
        release();
        await (await late).finished();
        await hub.sayso('answer', id, '--select', 'sqlite');
        const draft = page.getByRole('group', { name: 'Your draft' });
        assert.equal(await draft.textContent(), '[x] JSON files');
    },

    'typed text survives when the hub is killed': async ({ hub, arrive }) => {
        const person = await arrive();
        person.expected.push(/ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource/);
        const id = await hub.ask(hybrid);
        const page = await person.open();
        await settled(page);
        await hub.kill();
        await page.getByText('Reconnecting… You can keep typing; nothing is lost.').waitFor();
        await words(page).fill('typed while it was away');
        await hub.serve();
        await page
            .getByText('Reconnecting… You can keep typing; nothing is lost.')
            .waitFor({ state: 'hidden' });
        await eventually(
            'the hub gets the draft',
            async () => (await hub.show(id)).draft.text === 'typed while it was away',
        );
        await page.getByRole('button', { name: 'Send answer' }).click();
        await page.getByRole('region', { name: 'Result' }).waitFor();
        assert.equal((await hub.show(id)).result.custom_input, 'typed while it was away');
    },
};
