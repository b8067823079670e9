// Several questions, several agents, and the list that keeps them apart.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { hybrid, single } from '../support/questions.mjs';

const CLAUDE = { client: 'claude-code', directory: '/src/shop' };
const CODEX = { client: 'codex', directory: '/src/bank' };

const list = (page, name) => page.getByRole('list', { name });
const rows = (page, name) => list(page, name).getByRole('link');
const words = (page) => page.getByRole('textbox', { name: 'Your own answer' });
const send = (page) => page.getByRole('button', { name: 'Send answer' });

async function note(page, text) {
    await page.getByRole('button', { name: 'Note on JSON files' }).click();
    await page.getByRole('textbox', { name: 'Note on JSON files' }).fill(text);
}

export default {
    'the inbox shows questions due soon first and moves no row under the pointer': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        const asking = (title, timeout_seconds) => hub.ask({ ...single, title, timeout_seconds });
        await asking('Oldest?', 3600);
        await asking('Soon?', 300);
        const page = await person.open();
        await settled(page);
        const titles = () => rows(page, 'Needs you').locator('.title').allTextContents();
        assert.deepEqual(await titles(), ['Soon?', 'Oldest?']);
        await list(page, 'Needs you').hover();
        await asking('Soonest?', 60);
        await page.getByRole('link', { name: /Soonest/ }).waitFor();
        assert.deepEqual(await titles(), ['Soon?', 'Oldest?', 'Soonest?']);
        await page.getByRole('main').hover();
        const inOrder = ['Soonest?', 'Soon?', 'Oldest?'];
        await eventually('the order is right again', async () => {
            return (await titles()).join() === inOrder.join();
        });
        await page.keyboard.press(']');
        await page.getByRole('heading', { name: 'Oldest?' }).waitFor();
        await page.keyboard.press(']');
        await page.getByRole('heading', { name: 'Soonest?' }).waitFor();
    },

    'the questions of two agents never mix': async ({ hub, arrive }) => {
        const person = await arrive();
        const shop = await hub.ask({ ...hybrid, title: 'For the shop?' }, CLAUDE);
        const bank = await hub.ask({ ...hybrid, title: 'For the bank?' }, CODEX);
        const results = [hub.result(shop, CLAUDE), hub.result(bank, CODEX)];
        const [left, right] = [
            await person.open(`/choice/${shop}`),
            await person.open(`/choice/${bank}`),
        ];
        await settled(left);
        await settled(right);
        // The same options, written on in turns: only the question tells the drafts apart.
        await note(left, 'shop note');
        await note(right, 'bank note');
        await words(left).fill('shop words');
        await words(right).fill('bank words');
        await left.getByRole('radio', { name: 'SQLite recommended' }).check();
        await right.getByRole('radio', { name: 'PostgreSQL' }).check();
        const draft = async (id) => {
            const { selected_ids, option_notes, text } = (await hub.show(id)).draft;
            return { selected_ids, option_notes, text };
        };
        await eventually('both drafts are saved', async () => {
            const [one, other] = [await draft(shop), await draft(bank)];
            return one.selected_ids.length + other.selected_ids.length === 2;
        });
        assert.deepEqual(
            [await draft(shop), await draft(bank)],
            [
                {
                    selected_ids: ['sqlite'],
                    option_notes: { files: 'shop note' },
                    text: 'shop words',
                },
                {
                    selected_ids: ['postgres'],
                    option_notes: { files: 'bank note' },
                    text: 'bank words',
                },
            ],
        );
        await send(right).click();
        await right
            .getByRole('region', { name: 'Result' })
            .getByText('Codex has your answer')
            .waitFor();
        assert.equal((await hub.show(shop)).status, 'pending');
        assert.equal(await words(left).inputValue(), 'shop words');
        await send(left).click();
        await left
            .getByRole('region', { name: 'Result' })
            .getByText('Claude Code has your answer')
            .waitFor();
        const received = (await Promise.all(results)).map((result) => [
            result.session_id,
            result.selected_ids,
            result.option_annotations,
            result.custom_input,
        ]);
        assert.deepEqual(received, [
            [shop, ['sqlite'], { files: 'shop note' }, 'shop words'],
            [bank, ['postgres'], { files: 'bank note' }, 'bank words'],
        ]);
        await assert.rejects(hub.result(shop, CODEX, 0), /: 40[34] /, "another agent's answer");
    },

    'a draft stays with its question when the person moves on while typing': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        const shop = await hub.ask({ ...hybrid, title: 'For the shop?' }, CLAUDE);
        const bank = await hub.ask({ ...hybrid, title: 'For the bank?' }, CODEX);
        const page = await person.open();
        await settled(page);
        // The saving of the first draft still waits for a pause when the page is already elsewhere.
        await words(page).fill('for the shop only');
        await rows(page, 'Needs you').filter({ hasText: 'For the bank?' }).click();
        await page.getByRole('heading', { name: 'For the bank?' }).waitFor();
        await settled(page);
        assert.equal(await words(page).inputValue(), '');
        await words(page).fill('for the bank only');
        await rows(page, 'Needs you').filter({ hasText: 'For the shop?' }).click();
        await page.getByRole('heading', { name: 'For the shop?' }).waitFor();
        await settled(page);
        assert.equal(await words(page).inputValue(), 'for the shop only');
        const kept = async (id) => (await hub.show(id)).draft.text;
        await eventually('both are kept', async () => (await kept(shop)) && (await kept(bank)));
        assert.deepEqual(
            [await kept(shop), await kept(bank)],
            ['for the shop only', 'for the bank only'],
        );
    },

    'a draft of a closed tab is continued from the start page': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(hybrid, CLAUDE);
        const first = await person.open(`/choice/${id}`);
        await settled(first);
        await words(first).fill('typed, then closed');
        // Closed immediately, as a person does: the last words are sent while the page goes.
        await first.close({ runBeforeUnload: true });
        await eventually('the hub has the draft', async () => (await hub.show(id)).draft.text);
        const page = await person.open('/');
        await settled(page);
        await page.getByRole('heading', { name: 'Which way?' }).waitFor();
        assert.equal(await words(page).inputValue(), 'typed, then closed');
        await send(page).click();
        await page.getByRole('region', { name: 'Result' }).waitFor();
        assert.equal((await hub.result(id, CLAUDE)).custom_input, 'typed, then closed');
    },

    'the inbox keeps five finished questions under every filter': async ({ hub, arrive }) => {
        const person = await arrive();
        const titles = ['One?', 'Two?', 'Three?', 'Four?', 'Five?', 'Six?', 'Seven?'];
        for (const title of titles.slice(0, 6)) {
            const id = await hub.ask({ ...single, title }, CLAUDE);
            await hub.answer(id, { selected_ids: ['sqlite'] });
        }
        const waiting = await hub.ask({ ...single, title: 'Still open?' }, CODEX);
        const page = await person.open(`/choice/${waiting}`);
        const filter = page.getByRole('combobox', { name: 'Show' });
        const titlesOf = (name) =>
            rows(page, name).evaluateAll((links) =>
                links.map((link) => link.querySelector('.title').textContent),
            );
        await list(page, 'Recent').getByText('Six?').waitFor();
        assert.deepEqual(await titlesOf('Recent'), ['Six?', 'Five?', 'Four?', 'Three?', 'Two?']);
        assert.deepEqual(await titlesOf('Needs you'), ['Still open?']);
        await filter.selectOption('Waiting');
        await list(page, 'Recent').waitFor({ state: 'detached' });
        assert.deepEqual(await titlesOf('Needs you'), ['Still open?']);
        await filter.selectOption('Finished');
        await list(page, 'Needs you').waitFor({ state: 'detached' });
        assert.equal((await titlesOf('Recent')).length, 5);
        // One more is decided while the page looks: the oldest of the five makes room.
        const last = await hub.ask({ ...single, title: 'Seven?' }, CLAUDE);
        await hub.answer(last, { selected_ids: ['sqlite'] });
        await list(page, 'Recent').getByText('Seven?').waitFor();
        assert.deepEqual(await titlesOf('Recent'), ['Seven?', 'Six?', 'Five?', 'Four?', 'Three?']);
        await hub.set({ recent_completed: 2 });
        await list(page, 'Recent').getByText('Five?').waitFor({ state: 'detached' });
        assert.deepEqual(await titlesOf('Recent'), ['Seven?', 'Six?']);
    },

    'a phone shows the inbox first and then one question': async ({ hub, arrive }) => {
        const person = await arrive({ viewport: { width: 390, height: 844 }, hasTouch: true });
        await hub.ask({ ...single, title: 'For the bank?' }, CODEX);
        const id = await hub.ask(single, CLAUDE);
        const page = await person.open();
        await rows(page, 'Needs you').filter({ hasText: 'Which database?' }).tap();
        await settled(page);
        await page.getByRole('radio', { name: 'JSON files' }).tap();
        await send(page).tap();
        await page.getByRole('region', { name: 'Result' }).waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 390, `nothing is wider than the screen (${wide})`);
        await page.getByRole('link', { name: 'Back to the list' }).tap();
        await rows(page, 'Needs you').filter({ hasText: 'For the bank?' }).waitFor();
        assert.deepEqual((await hub.result(id, CLAUDE)).selected_ids, ['files']);
    },
};
