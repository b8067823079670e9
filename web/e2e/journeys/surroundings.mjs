// Around the question: signing in, settings, time, terminal, history.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { settled } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { stubNotices } from '../support/notices.mjs';
import { hybrid, single } from '../support/questions.mjs';

export default {
    'a typed code signs in once and is refused the second time': async ({ hub, arrive }) => {
        const person = await arrive({ signIn: false });
        person.expected.push(/status of 401/);
        const page = await person.context.newPage();
        await page.goto(`${hub.url}/`);
        const field = page.getByRole('textbox', { name: 'Code' });
        await field.fill('nonsense');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('alert').getByText('This code has been used or is too old.').waitFor();
        const { code } = await hub.person('POST', '/api/v1/login-codes', {});
        await field.fill(code);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'No questions are waiting.' }).waitFor();
        assert.ok(!page.url().includes(code));
    },

    'a sample question appears without moving the focus': async ({ arrive }) => {
        const person = await arrive();
        const page = await person.open();
        await page.getByRole('button', { name: 'Ask me a sample question' }).click();
        await page
            .getByRole('heading', { name: 'Which database for the order service?' })
            .waitFor();
        await settled(page);
        assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY');
    },

    'time added in one tab appears in the other and in the hub': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask({ ...single, timeout_seconds: 120 });
        const [one, other] = [await person.open(), await person.open()];
        await settled(one);
        await settled(other);
        await one.getByRole('button', { name: '+5 min' }).click();
        await eventually(
            'the hub has moved the deadline',
            async () => (await hub.show(id)).remaining_seconds > 300,
        );
        await other
            .getByRole('timer')
            .getByText(/^\s*[67]:/)
            .waitFor();
        await one.getByRole('button', { name: 'Set time' }).click();
        await one.getByRole('spinbutton', { name: 'Minutes from now' }).fill('30');
        await one.getByRole('button', { name: 'Set', exact: true }).click();
        await other
            .getByRole('timer')
            .getByText(/^\s*(29|30):/)
            .waitFor();
    },

    'a question moves to the terminal and back': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.ask(single);
        const page = await person.open();
        await settled(page);
        await page.getByText('Details', { exact: true }).click();
        await page.getByRole('button', { name: 'Move to the terminal' }).click();
        const command = page.getByRole('group', { name: 'Terminal command' });
        await command.waitFor();
        assert.match((await command.textContent()) ?? '', new RegExp(`choose ${id}$`));
        assert.equal((await hub.show(id)).interface, 'terminal');
        await page.getByRole('button', { name: 'Move back to the web' }).click();
        await eventually('it is back', async () => (await hub.show(id)).interface === 'web');
    },

    'changed settings apply immediately: language, theme, notes': async ({ hub, arrive }) => {
        const person = await arrive();
        await hub.ask(single);
        const question = await person.open();
        await settled(question);
        const page = await person.open('/settings');
        await page.getByRole('checkbox', { name: /Offer notes/ }).uncheck();
        await question.getByRole('button', { name: 'Add a note' }).waitFor({ state: 'detached' });
        await page.getByRole('combobox', { name: /Colours/ }).selectOption('dark');
        await eventually('the other tab is dark too', () =>
            question.evaluate(() => document.documentElement.dataset.theme === 'dark'),
        );
        await page.getByRole('combobox', { name: /Language/ }).selectOption('zh');
        await page.getByRole('heading', { name: '设置' }).waitFor();
        await question.getByRole('button', { name: '提交回答' }).waitFor();
        assert.equal(await question.evaluate(() => document.documentElement.lang), 'zh');
        await question.reload();
        await question.getByRole('button', { name: '提交回答' }).waitFor();
    },

    'changed time limit, interface and placeholder settings apply to the open question': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        const id = await hub.ask({ ...hybrid, placeholder: 'for example: tidy' });
        const other = await hub.ask({ ...single, title: 'Another?' });
        const page = await person.open(`/choice/${id}`);
        await settled(page);
        const field = page.getByRole('textbox', { name: 'Your own answer' });
        assert.equal(await field.getAttribute('placeholder'), 'for example: tidy');
        await page.getByText('Details', { exact: true }).click();
        await page.getByRole('link', { name: 'All settings' }).click();
        await page.getByText('also apply to the open question').waitFor();
        await page.getByRole('checkbox', { name: /example text/ }).uncheck();
        const limit = page.getByRole('spinbutton', { name: /Time limit in seconds/ });
        await limit.fill('900');
        await limit.press('Enter');
        await page.getByRole('combobox', { name: /Where a question/ }).selectOption('terminal');
        await eventually('the question has followed', async () => {
            const { interface: shown, remaining_seconds: left } = await hub.show(id);
            return shown === 'terminal' && left > 850;
        });
        const untouched = await hub.show(other);
        assert.equal(untouched.interface, 'web');
        assert.ok(untouched.remaining_seconds <= 300);
        await page.goBack();
        await field.waitFor();
        assert.equal(await field.getAttribute('placeholder'), '');
        await page.getByText('14:', { exact: false }).first().waitFor();
        // The hidden placeholder counts as not shown, even if an earlier draft says otherwise.
        await field.fill('my own');
        await page.getByRole('button', { name: 'Send answer' }).click();
        await page.getByRole('region', { name: 'Result' }).waitFor();
        assert.equal((await hub.show(id)).result.placeholder_used, false);
    },

    'the history finds, shows and exports finished questions': async ({ hub, arrive }) => {
        const person = await arrive();
        for (const [at, title] of ['First one?', 'Second one?'].entries()) {
            const id = await hub.ask(
                { ...single, title },
                { client: at ? 'codex' : 'claude-code', directory: '/src/shop' },
            );
            const answer = { selected_ids: ['sqlite'] };
            await hub.person('POST', `/api/v1/interactions/${id}/answer`, {
                answer_id: String(at).repeat(32),
                answer,
            });
        }
        const page = await person.open('/history');
        const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem');
        await eventually('both are listed', async () => (await rows.count()) === 2);
        await page.getByRole('combobox', { name: 'Any agent' }).selectOption('codex');
        await eventually('one is left', async () => (await rows.count()) === 1);
        const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'JSON file' }).click(),
        ]);
        const saved = JSON.parse(readFileSync(await download.path(), 'utf8'));
        assert.deepEqual(
            saved.map((one) => [one.title, one.result.selected_ids]),
            [['Second one?', ['sqlite']]],
        );
        await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere to be found');
        await page.getByText('Nothing found.').waitFor();
        await page.getByRole('searchbox', { name: 'Search' }).fill('Second');
        await rows.getByRole('link', { name: /Second one/ }).click();
        await page.getByText('What the agent received').waitFor();
        // The way back knows what was searched for; two keys lead there too.
        await page.goBack();
        await eventually('the search is back', async () => (await rows.count()) === 1);
        const field = page.getByRole('searchbox', { name: 'Search' });
        assert.equal(await field.inputValue(), 'Second');
        await page.getByRole('heading', { name: 'History' }).click();
        await page.keyboard.press('g');
        await page.keyboard.press('i');
        await page.waitForURL(`${hub.url}/`);
        await page.goBack();
        await rows.getByRole('link', { name: /Second one/ }).click();
        await page.getByText('What the agent received').click();
        await page
            .getByRole('group', { name: 'What the agent received' })
            .getByText('"sqlite"')
            .waitFor();
        await page.getByText('Activity', { exact: true }).click();
        await page.getByText('answered', { exact: true }).last().waitFor();
    },

    'a hidden page shows a notification that names the question and counts it in the title':
        async ({ hub, arrive }) => {
            const person = await arrive();
            await person.context.addInitScript(stubNotices, 'granted');
            const page = await person.open();
            await page.getByRole('heading', { name: 'No questions are waiting.' }).waitFor();
            await page.evaluate(() => (window.gaze = 'hidden'));
            await hub.ask({ ...single, title: 'While you were away?' });
            const notices = await eventually('a notice', () =>
                page.evaluate(() => (window.notices.length > 0 ? window.notices : null)),
            );
            assert.deepEqual(notices, [
                ['While you were away?', 'New question from Claude Code · shop'],
            ]);
            await eventually('the title counts', async () =>
                (await page.title()).startsWith('(1)'),
            );
        },
};
