// How the agent's text is shown: its direction, its Markdown, and buttons that can be read.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { contrast } from '../support/contrast.mjs';
import { overallNote } from '../support/note.mjs';
import { single } from '../support/questions.mjs';

const PLAN = [
    'Steps of the plan:',
    '',
    '3. build',
    '4. ship',
    '',
    '- [x] tests are green',
    '- [ ] docs are written',
    '',
    '| part | cost |',
    '|:---:|---:|',
    '| disk | 5 |',
].join('\n');

const ARABIC = {
    title: 'أي قاعدة بيانات نختار؟',
    prompt: '- الخدمة تحتاج إلى قاعدة بيانات',
    selection_mode: 'single',
    options: [
        { id: 'one', label: 'ملف واحد', description: 'لا شيء لتشغيله' },
        { id: 'two', label: 'PostgreSQL' },
    ],
};

const direction = (locator) => locator.evaluate((element) => getComputedStyle(element).direction);
const style = (locator, name) =>
    locator.evaluate((element, name) => getComputedStyle(element)[name], name);

/** Opens a question on the page without JavaScript. */
async function plain(person, hub, id) {
    const { code } = await hub.person('POST', '/api/v1/login-codes', {});
    const page = await person.context.newPage();
    await page.goto(`${hub.url}/login/plain`);
    await page.getByRole('textbox').fill(code);
    await page.getByRole('button').first().click();
    await page.getByRole('link', { name: single.title }).click();
    await page.waitForURL(new RegExp(id));
    return page;
}

export default {
    'right-to-left text is shown and typed from the right': async ({ hub, arrive }) => {
        const person = await arrive();
        await hub.ask(ARABIC);
        const page = await person.open();
        await settled(page);
        const main = page.getByRole('main');
        assert.equal(await direction(main.getByRole('heading', { level: 1 })), 'rtl');
        assert.equal(await direction(main.getByRole('listitem').first()), 'rtl');
        assert.equal(
            await direction(main.locator('[data-option]').getByText('ملف واحد', { exact: true })),
            'rtl',
        );
        assert.equal(await direction(main.locator('[data-option]').getByText('PostgreSQL')), 'ltr');
        assert.equal(await direction(page.getByRole('link', { name: /أي قاعدة/ })), 'ltr');
        const note = await overallNote(page);
        await note.fill('مع نسخة احتياطية');
        assert.equal(await direction(note), 'rtl');
        await note.fill('with a backup');
        assert.equal(await direction(note), 'ltr');
    },

    'a prompt keeps its list numbers, task boxes and column alignment': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask({ ...single, prompt: PLAN });
        const portal = await person.open();
        await settled(portal);
        const other = await arrive({ signIn: false, javaScriptEnabled: false });
        for (const page of [portal, await plain(other, hub, id)]) {
            const numbered = page.locator('ol').first();
            assert.equal(await style(numbered, 'listStyleType'), 'decimal');
            assert.equal(await numbered.getAttribute('start'), '3');
            const tasks = page.getByRole('listitem').filter({ has: page.getByRole('img') });
            assert.equal(await tasks.count(), 2);
            const boxes = tasks
                .getByRole('img')
                .evaluateAll((all) => all.map((box) => box.ariaLabel));
            assert.deepEqual(await boxes, ['Done:', 'Not done:']);
            assert.equal(await style(page.locator('td').first(), 'textAlign'), 'center');
            assert.equal(await style(page.locator('td').last(), 'textAlign'), 'right');
        }
    },

    'every kind of button is readable under the pointer in light and dark': async ({
        hub,
        arrive,
    }) => {
        for (const colorScheme of ['light', 'dark']) {
            const person = await arrive({ colorScheme });
            await hub.ask({ ...single, risk: 'destructive', title: `In the ${colorScheme}?` });
            const page = await person.open();
            await settled(page);
            await page.getByRole('radio', { name: 'SQLite recommended' }).check();
            await page.getByRole('button', { name: 'Cancel question' }).click();
            const dialog = page.getByRole('dialog');
            const buttons = [dialog.getByRole('button').first(), dialog.getByRole('button').last()];
            const under = async (button) => {
                await button.hover();
                const ratio = await button.evaluate(contrast);
                const words = `${colorScheme}: ${await button.textContent()}`;
                assert.ok(ratio >= 4.5, `${words} has a contrast of ${ratio.toFixed(2)}`);
            };
            for (const button of buttons) await under(button);
            await page.keyboard.press('Escape');
            for (const button of await page.locator('footer button:visible').all())
                await under(button);
            await page.context().close();
        }
    },
};
