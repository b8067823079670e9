// Attacks show as text; the page without scripts works; files are what they claim to be.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import axe from 'axe-core';
import { settled, typeCode } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { hybrid, multi, single } from '../support/questions.mjs';

const attack = '<img src=x onerror="window.hit=1"></script><script>window.hit=1</script>';

async function violations(page) {
    // Straight into the page's world: its policy would rightly refuse a script tag.
    await page.evaluate(axe.source);
    const { violations: found } = await page.evaluate(() => window.axe.run(document));
    return found.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html)}`);
}

export default {
    'markup in every field of a question is shown as text': async ({ hub, arrive }) => {
        const person = await arrive();
        await hub.ask(
            {
                ...hybrid,
                title: `Title ${attack}`,
                prompt: `Prompt ${attack}\n\n[click](javascript:window.hit=1) ![x](http://example.org/leak.png)\n\n<svg onload="window.hit=1">\n\n[bank](https://example.org/evil)`,
                placeholder: attack,
                global_annotation: attack,
                options: [
                    {
                        id: `a${attack}`.slice(0, 60),
                        label: `Label ${attack}`,
                        description: `Text ${attack}`,
                        annotation: attack,
                    },
                    {
                        id: 'rtl',
                        label: 'safe \u202Egnp.exe\u202C',
                        description: 'zero\u200Bwidth',
                    },
                ],
            },
            {
                client: `agent${attack}`.slice(0, 90),
                directory: `/src/${attack.replaceAll('/', '')}`,
            },
        );
        const page = await person.open();
        await settled(page);
        await page.getByRole('heading', { name: /Title <img/ }).waitFor();
        const options = page.locator('[data-option]');
        await options.getByText('Label <img').first().waitFor();
        await options.getByText('safe <U+202E>gnp.exe<U+202C>').first().waitFor();
        await page.getByText('(javascript:window.hit=1)').waitFor();
        await page.getByText('(https://example.org/evil)').waitFor();
        const found = await page.evaluate(() => ({
            hit: window.hit,
            images: document.images.length,
            drawn: document.querySelectorAll('.prompt svg, h1 svg, [data-option] svg').length,
            links: [...document.querySelectorAll('article .prompt a')].map((link) => link.href),
        }));
        assert.deepEqual(found, {
            hit: undefined,
            images: 0,
            drawn: 0,
            links: ['http://example.org/leak.png', 'https://example.org/evil'],
        });
        assert.ok(
            !(await page.content()).includes('\u202E'),
            'no character that turns text around',
        );
    },

    'markup is shown as text in outcome, history and plain form': async ({ hub, arrive }) => {
        const person = await arrive();
        const fields = { ...hybrid, title: `Title ${attack}`, prompt: `Prompt ${attack}` };
        const decided = await hub.ask(fields);
        await hub.answer(decided, {
            selected_ids: ['sqlite'],
            option_notes: { sqlite: `Note ${attack}` },
            text: `Words ${attack}`,
            global_note: `Over all ${attack}`,
        });
        const waiting = await hub.ask(fields);
        const shown = {
            [`/choice/${decided}`]: 'Over all <img src=x onerror="window.hit=1"></script>',
            '/history': 'Title <img src=x onerror="window.hit=1"></script>',
            [`/choice/${waiting}/plain`]: 'Prompt <img src=x onerror="window.hit=1"></script>',
        };
        for (const [path, words] of Object.entries(shown)) {
            const page = await person.context.newPage();
            await page.goto(`${hub.url}${path}`);
            if (path.endsWith('/plain')) {
                await typeCode(page, hub);
            }
            await page.getByText(words).first().waitFor();
            const found = await page.evaluate(() => [window.hit, document.images.length]);
            assert.deepEqual(found, [undefined, 0], path);
        }
    },

    'a question is answered without JavaScript': async ({ hub, arrive }) => {
        const person = await arrive({ javaScriptEnabled: false, signIn: false });
        person.expected.push(/status of 422/);
        const id = await hub.ask(multi);
        const page = await person.context.newPage();
        await page.goto(`${hub.url}/choice/${id}`);
        await page.getByRole('link', { name: 'Answer without JavaScript' }).click();
        // Not signed in yet: the code is typed, and leads back to the question.
        await typeCode(page, hub);
        await page.getByRole('checkbox', { name: /SQLite/ }).check();
        await page.getByRole('textbox', { name: 'Note on SQLite' }).fill('kept');
        await page.getByRole('button', { name: 'Send answer' }).click();
        await page.getByRole('alert').getByText('choose at least 2').waitFor();
        assert.equal(
            await page.getByRole('textbox', { name: 'Note on SQLite' }).inputValue(),
            'kept',
        );
        await page.getByRole('checkbox', { name: /JSON files/ }).check();
        await page.getByRole('button', { name: 'Send answer' }).click();
        await page.getByRole('main').getByText('SQLite, JSON files').waitFor();
        const result = await hub.result(id);
        assert.deepEqual(
            [result.selected_ids, result.option_annotations],
            [['sqlite', 'files'], { sqlite: 'kept' }],
        );
        const other = await hub.ask({ ...single, title: 'Another one?' });
        await page.getByRole('link', { name: 'Back to the list' }).click();
        await page.getByRole('link', { name: 'Another one?' }).click();
        await page.getByRole('textbox', { name: 'Overall note' }).fill('not now');
        await page.getByRole('button', { name: 'Cancel question' }).click();
        await page.getByRole('status').getByText('cancelled').waitFor();
        assert.equal((await hub.result(other)).global_annotation, 'not now');
        const address = page.url();
        await page.getByRole('link', { name: 'Back to the list' }).click();
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('textbox', { name: 'Code' }).waitFor();
        await page.goto(address);
        await page.getByRole('textbox', { name: 'Code' }).waitFor();
    },

    'a server on another port does not get what opens a page without JavaScript': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        const id = await hub.ask(single);
        const page = await person.context.newPage();
        await page.goto(`${hub.url}/choice/${id}/plain`);
        await typeCode(page, hub);
        await page.getByRole('radio', { name: /SQLite/ }).waitFor();
        const address = new URL(page.url());
        const received = [];
        const preview = createServer((request, response) => {
            received.push({ ...request.headers, path: request.url });
            response.end('a preview');
        });
        await new Promise((resolve) => preview.listen(0, 'localhost', resolve));
        const elsewhere = `http://localhost:${preview.address().port}`;
        for (const path of ['/', '/plain', '/plain/', `/choice/${id}/plain`]) {
            const other = await person.context.newPage();
            await other.goto(`${elsewhere}${path}`);
        }
        const link = await person.context.newPage();
        await link.goto(address.href);
        await link.evaluate((target) => {
            const anchor = document.createElement('a');
            anchor.href = target;
            anchor.textContent = 'elsewhere';
            document.body.append(anchor);
        }, `${elsewhere}/from-our-page`);
        await link.getByRole('link', { name: 'elsewhere' }).click();
        await link.getByText('a preview').waitFor();
        preview.close();
        assert.ok(received.some((request) => request.path === '/from-our-page'));
        for (const request of received) {
            assert.ok(!String(request.referer).includes(address.host), request.referer);
            assert.ok(!String(request.cookie).includes('hub_plain'), request.cookie);
        }
        // The portal's own cookie does reach other ports, and opens no page without scripts.
        const portal = await person.context.newPage();
        await portal.goto(`${hub.url}/choice/${id}/plain`);
        await portal.getByRole('textbox', { name: 'Code' }).waitFor();
    },

    'a question is answered without JavaScript when the bundle is blocked': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        person.expected.push(/ERR_FAILED/);
        const id = await hub.ask(single);
        const page = await person.context.newPage();
        await page.route('**/assets/*.js', (route) => route.abort());
        await page.goto(`${hub.url}/choice/${id}`);
        await page.getByRole('link', { name: 'Answer without JavaScript' }).click();
        await typeCode(page, hub);
        await page.getByRole('radio', { name: /SQLite/ }).check();
        await page.getByRole('button', { name: 'Send answer' }).click();
        await page.getByRole('status').waitFor();
        assert.equal((await hub.show(id)).status, 'submitted');
    },

    'axe finds no accessibility problem on the pages in light and dark': async ({
        hub,
        arrive,
    }) => {
        for (const colorScheme of ['light', 'dark']) {
            const person = await arrive({ colorScheme });
            const id = await hub.ask({
                ...multi,
                title: `Which checks? ${colorScheme}`,
                risk: 'destructive',
            });
            for (const path of [`/choice/${id}`, '/history', '/settings']) {
                const page = await person.open(path);
                await page.getByRole('heading', { level: 1 }).waitFor();
                if (path.startsWith('/choice')) await settled(page);
                assert.deepEqual(await violations(page), [], `${path} ${colorScheme}`);
                await page.close();
            }
            await hub.person('POST', `/api/v1/interactions/${id}/cancel`, {
                answer_id: id
                    .slice(0, 32)
                    .padEnd(32, '0')
                    .replaceAll(/[^0-9a-f]/g, '0'),
            });
            for (const path of [`/choice/${id}`, '/']) {
                const page = await person.open(path);
                await page.getByRole('heading', { level: 1 }).waitFor();
                assert.deepEqual(await violations(page), [], `${path} ${colorScheme}`);
                await page.close();
            }
        }
    },

    'every file of the bundle is served unchanged with its type and caching headers': async ({
        hub,
        browser,
    }) => {
        const dist = new URL('../../dist/', import.meta.url);
        const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'));
        const files = Object.values(manifest).flatMap((entry) => [
            entry.file,
            ...(entry.css ?? []),
        ]);
        assert.ok(files.length > 3);
        for (const file of new Set(files)) {
            const bytes = readFileSync(new URL(file, dist));
            const reply = await fetch(`${hub.url}/${file}`, {
                headers: { 'accept-encoding': 'identity' },
            });
            assert.equal(reply.status, 200, file);
            const body = Buffer.from(await reply.arrayBuffer());
            const hash = createHash('sha256').update(body).digest('hex');
            assert.ok(body.equals(bytes), file);
            assert.equal(reply.headers.get('etag'), `"${hash}"`);
            assert.equal(reply.headers.get('cache-control'), 'public, max-age=31536000, immutable');
            assert.match(
                reply.headers.get('content-type') ?? '',
                file.endsWith('.css') ? /css/ : /javascript/,
            );
            const again = await fetch(`${hub.url}/${file}`, {
                headers: { 'accept-encoding': 'identity', 'if-none-match': `"${hash}"` },
            });
            assert.equal(again.status, 304);
            const wrong = await fetch(`${hub.url}/${file.replace(/-[\w-]{8}\./, '-AAAAAAAA.')}`);
            assert.equal(wrong.status, 404);
        }
        const context = await browser.newContext();
        const page = await context.newPage();
        let bytes = 0;
        page.on('requestfinished', async (request) => {
            const sizes = await request.sizes();
            bytes += sizes.responseBodySize + sizes.responseHeadersSize;
        });
        await page.goto(`${hub.url}/`);
        await page.getByRole('button', { name: 'Sign in' }).waitFor();
        await eventually('the page has loaded', () => bytes > 0);
        assert.ok(bytes < 150 * 1024, `${bytes} bytes on the first load`);
        await context.close();
    },
};
