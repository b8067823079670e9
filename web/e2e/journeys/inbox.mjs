// The inbox as a place: what is in view, what the address keeps, what moves and what never does.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { multi, single } from '../support/questions.mjs';

const CODEX = { client: 'codex', directory: '/src/bank' };
const long = { ...single, prompt: 'Much to read.\n\n'.repeat(200) };
const titles = (page) =>
    page.getByRole('navigation', { name: 'Questions' }).locator('.title').allTextContents();

async function inView(page, locator) {
    const box = await locator.boundingBox();
    const { height } = page.viewportSize();
    return box !== null && box.y >= 0 && box.y + box.height <= height;
}

export default {
    'the options of a long question are in view, or one press away': async ({ hub, arrive }) => {
        const id = await hub.ask(long);
        for (const [width, height] of [
            [1440, 900],
            [1024, 768],
            [390, 844],
            [320, 640],
        ]) {
            const person = await arrive({ viewport: { width, height } });
            const page = await person.open(`/choice/${id}`);
            await settled(page);
            const last = page.getByRole('radio').last();
            if (width < 1280) await page.getByRole('button', { name: /^3 options/ }).click();
            await eventually(`the options are in view at ${width}`, () => inView(page, last));
            assert.ok(await inView(page, page.getByRole('button', { name: 'Send answer' })));
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= width, `nothing is wider than ${width} (${wide})`);
        }
    },

    'none of these cancels the question and tells the agent why': async ({ hub, arrive }) => {
        const person = await arrive();
        for (const question of [single, multi]) {
            const id = await hub.ask(question);
            const page = await person.open(`/choice/${id}`);
            await settled(page);
            await page.keyboard.press('1');
            await page.keyboard.press('0');
            const reason = page.getByRole('textbox', { name: /Note for the agent/ });
            await reason.fill('neither: use what we have');
            assert.equal(await page.getByRole('radio', { checked: true }).count(), 0);
            await page.getByRole('button', { name: 'Send “none of these”' }).click();
            await page.getByRole('region', { name: 'Result' }).waitFor();
            const { action_status: status, global_annotation: note } = await hub.result(id);
            assert.deepEqual([status, note], ['cancelled', 'neither: use what we have']);
        }
    },

    'searches and groups are in the address and come back with it': async ({ hub, arrive }) => {
        const person = await arrive();
        await hub.ask({ ...single, title: 'Which schema?' });
        await hub.ask({ ...single, title: 'Which port?' }, CODEX);
        await hub.ask({ ...single, title: 'Deploy now?' }, CODEX);
        const page = await person.open();
        await settled(page);
        await page.keyboard.press('/');
        await page.keyboard.type('which');
        await eventually('two are found', async () => (await titles(page)).length === 2);
        await page.getByRole('combobox', { name: 'Group' }).selectOption('By agent');
        await page.getByRole('list', { name: 'Codex' }).getByText('Which port?').waitFor();
        assert.match(page.url(), /\?q=which&group=agent$/);
        await page.getByRole('link', { name: 'History', exact: true }).click();
        await page.getByRole('heading', { name: 'History' }).waitFor();
        await page.goBack();
        await page.getByRole('list', { name: 'Codex' }).getByText('Which port?').waitFor();
        const field = page.getByRole('searchbox', { name: 'Search questions' });
        assert.equal(await field.inputValue(), 'which');
        await page.reload();
        await page.getByRole('list', { name: 'Claude Code' }).getByText('Which schema?').waitFor();
        assert.deepEqual(await titles(page), ['Which schema?', 'Which port?']);
    },

    'an arrival is announced below the list and opens from there': async ({ hub, arrive }) => {
        const person = await arrive();
        await hub.ask({ ...single, title: 'First?' });
        const page = await person.open();
        await settled(page);
        const row = page.getByRole('link', { name: /First\?/ });
        await row.hover();
        const before = await row.boundingBox();
        await hub.ask({ ...single, title: 'Urgent?', timeout_seconds: 60 }, CODEX);
        const arrival = page.getByRole('button', { name: '1 new: Urgent?' });
        await arrival.waitFor();
        assert.deepEqual(await row.boundingBox(), before, 'the row has not moved');
        await arrival.click();
        await page.getByRole('heading', { name: 'Urgent?' }).waitFor();
        await arrival.waitFor({ state: 'detached' });
    },
};
