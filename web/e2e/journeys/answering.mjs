// Answering each kind of question, with notes, bounds, cancel and keys.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { overallNote } from '../support/note.mjs';
import { hybrid, multi, options, single, text } from '../support/questions.mjs';

const receipt = (page) => page.getByRole('region', { name: 'Result' });
const send = (page) => page.getByRole('button', { name: 'Send answer' });

export default {
    'a single choice with notes reaches the agent': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(single);
        const result = hub.result(id);
        const page = await person.open();
        await settled(page);
        assert.equal(await page.title(), '(1) Which database? · sayso');
        assert.equal(
            await page.getByRole('radio', { name: 'SQLite recommended' }).isChecked(),
            false,
        );
        await page.getByRole('radio', { name: 'PostgreSQL' }).check();
        await page.getByRole('button', { name: 'Note on PostgreSQL' }).click();
        await page.getByRole('textbox', { name: 'Note on PostgreSQL' }).fill('version 17');
        await (await overallNote(page)).fill('and a backup');
        await send(page).click();
        await receipt(page).getByText('Claude Code has your answer').waitFor();
        const { answered_by: by, waited_ms: waited, session_id: session, ...rest } = await result;
        assert.equal(session, id);
        assert.equal(by.kind, 'person');
        assert.equal(by.surface, 'web');
        assert.ok(waited > 0);
        assert.deepEqual(rest, {
            action_status: 'selected',
            selected_ids: ['postgres'],
            option_annotations: { postgres: 'version 17' },
            global_annotation: 'and a backup',
            interface: 'web',
            summary: '"Which database?": the person chose PostgreSQL.',
        });
    },

    'an answer outside the selection limits cannot be sent and the page says why': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        const id = await hub.ask(multi);
        const page = await person.open();
        await settled(page);
        await page.getByText('Choose at least 2 options.').waitFor();
        assert.equal(await send(page).isDisabled(), true);
        await page.getByRole('checkbox', { name: 'SQLite recommended' }).check();
        await page.getByRole('checkbox', { name: 'PostgreSQL', exact: true }).check();
        await page.getByRole('checkbox', { name: 'JSON files', exact: true }).check();
        await page.getByText('Choose at most 2 options.').waitFor();
        assert.equal(await send(page).isDisabled(), true);
        await page.getByRole('checkbox', { name: 'SQLite recommended' }).uncheck();
        await send(page).click();
        await receipt(page).waitFor();
        assert.deepEqual((await hub.result(id)).selected_ids, ['postgres', 'files']);
    },

    'a text answer is sent as it was typed': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(text);
        const page = await person.open();
        await settled(page);
        const field = page.getByRole('textbox', { name: 'Your answer' });
        assert.equal(await field.getAttribute('placeholder'), 'for example: tidy');
        await page.getByText('Write an answer.').waitFor();
        await field.fill('two\nlines, 你好');
        await send(page).click();
        await receipt(page).waitFor();
        const result = await hub.result(id);
        assert.equal(result.action_status, 'custom_input');
        assert.equal(result.custom_input, 'two\nlines, 你好');
        assert.equal(result.placeholder_used, true);
    },

    'a hybrid answer takes an option and text': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(hybrid);
        const page = await person.open();
        await settled(page);
        await page.getByText('Choose an option or write an answer.').waitFor();
        await page.getByRole('radio', { name: 'JSON files' }).check();
        await page.getByRole('textbox', { name: 'Your own answer' }).fill('but only for now');
        await send(page).click();
        await receipt(page).waitFor();
        const result = await hub.result(id);
        assert.deepEqual(
            [result.action_status, result.selected_ids, result.custom_input],
            ['selected', ['files'], 'but only for now'],
        );
    },

    'cancelling a question asks for a note first': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(single);
        const page = await person.open();
        await settled(page);
        await page.getByRole('button', { name: 'Cancel question' }).click();
        const dialog = page.getByRole('dialog', { name: 'Cancel this question?' });
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        assert.equal((await hub.show(id)).status, 'pending');
        await page.getByRole('button', { name: 'Cancel question' }).click();
        await dialog.getByRole('textbox').fill('ask me tomorrow');
        await dialog.getByRole('button', { name: 'Cancel with note' }).click();
        await receipt(page).getByText('cancelled').waitFor();
        const result = await hub.result(id);
        assert.deepEqual(
            [result.action_status, result.global_annotation],
            ['cancelled', 'ask me tomorrow'],
        );
    },

    'an unsent cancel reason never becomes a note': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(single);
        const page = await person.open();
        await settled(page);
        const cancel = page.getByRole('button', { name: 'Cancel question' });
        const dialog = page.getByRole('dialog', { name: 'Cancel this question?' });
        const reason = dialog.getByRole('textbox');
        for (const leave of ['Escape', 'button']) {
            await cancel.click();
            await reason.fill('not my project');
            if (leave === 'Escape') await page.keyboard.press(leave);
            else await dialog.getByRole('button').last().click();
            await dialog.waitFor({ state: 'detached' });
        }
        // It is there again where it was written, and nowhere else.
        await cancel.click();
        assert.equal(await reason.inputValue(), 'not my project');
        await page.keyboard.press('Escape');
        const note = await overallNote(page);
        assert.equal(await note.inputValue(), '');
        await page.getByRole('radio', { name: 'SQLite recommended' }).check();
        await page.getByRole('button', { name: 'Send answer' }).click();
        await receipt(page).waitFor();
        const result = await hub.result(id);
        assert.deepEqual([result.selected_ids, result.global_annotation], [['sqlite'], undefined]);
    },

    'choosing sends the answer immediately where the question says so': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask({ ...single, single_submit_mode: true });
        const page = await person.open();
        await settled(page);
        await page.getByRole('radio', { name: 'SQLite recommended' }).click();
        await receipt(page).waitFor();
        assert.deepEqual((await hub.result(id)).selected_ids, ['sqlite']);
    },

    'a destructive answer needs a hold or the typed word': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask({ ...single, risk: 'destructive', single_submit_mode: false });
        const page = await person.open();
        await settled(page);
        await page.getByRole('radio', { name: 'JSON files' }).check();
        const button = page.getByRole('button', { name: 'Hold to send' });
        await eventually('the button is on', () => button.isEnabled());
        await button.click();
        await page.keyboard.press('Control+Enter');
        assert.equal((await hub.show(id)).status, 'pending');
        await page.getByRole('textbox', { name: /Hold for a second/ }).fill('destructive');
        await page.keyboard.press('Enter');
        await receipt(page).waitFor();
        assert.deepEqual((await hub.result(id)).selected_ids, ['files']);
    },

    'a question can be answered with the keyboard alone': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(multi);
        const page = await person.open();
        await settled(page);
        const focused = () =>
            page.evaluate(() => document.activeElement?.closest('[data-option]')?.dataset.option);
        await page.keyboard.press('j');
        assert.equal(await focused(), 'sqlite');
        await page.keyboard.press('ArrowDown');
        assert.equal(await focused(), 'postgres');
        await page.keyboard.press('End');
        assert.equal(await focused(), 'files');
        await page.keyboard.press('k');
        await page.keyboard.press('Space');
        await page.keyboard.press('n');
        await page.keyboard.type('1 j r');
        await page.keyboard.press('Escape');
        await page.keyboard.press('r');
        await eventually('r picks what is recommended', () =>
            page.getByRole('checkbox', { name: 'SQLite recommended' }).isChecked(),
        );
        await page.keyboard.press('2');
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keys' }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
        await page.keyboard.press('Control+Enter');
        await receipt(page).waitFor();
        const result = await hub.result(id);
        assert.deepEqual(result.selected_ids, ['sqlite', 'postgres']);
        assert.deepEqual(result.option_annotations, { postgres: '1 j r' });
    },

    'hidden options cannot be chosen and are listed in the answer': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(single);
        const page = await person.open();
        await settled(page);
        await page.getByText('Details', { exact: true }).click();
        await page.getByText('Hide options').click();
        await page.getByRole('checkbox', { name: 'Hide JSON files' }).check();
        await page.getByRole('radio', { name: 'JSON files' }).waitFor({ state: 'detached' });
        await page.getByRole('radio', { name: 'PostgreSQL' }).check();
        await send(page).click();
        await receipt(page).waitFor();
        assert.deepEqual((await hub.result(id)).hidden_option_ids, ['files']);
        assert.equal(options.length, 3);
    },
};
