// Approvals: the action is shown as it is, all of it, and both answers are equally near.
import assert from 'node:assert/strict';
import axe from 'axe-core';
import { settled, typeCode } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { overallNote } from '../support/note.mjs';

const receipt = (page) => page.getByRole('region', { name: 'Result' });
const button = (page, name) => page.getByRole('button', { name, exact: true });
const SHA = 'c0ffee'.padEnd(64, '0');

const action = {
    argv: ['git', 'push', '--force', 'origin', ''],
    directory: '/src/shop',
    files: [{ path: '/usr/bin/git', bytes: 3200, sha256: SHA }],
    reason: 'The branch was rebased; the remote has the **old** commits.',
};

/** Presses a button and returns the ids that the asker receives. */
async function decided(page, hub, id, name) {
    await button(page, name).click();
    await receipt(page).waitFor();
    return (await hub.result(id)).selected_ids;
}

async function complaints(page) {
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
        const { violations } = await window.axe.run(document);
        return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    });
}

export default {
    'an approval shows the exact action and can be approved': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.approval(action);
        const page = await person.open();
        await settled(page);
        await page
            .getByLabel('Command', { exact: true })
            .getByText("git push --force origin ''")
            .waitFor();
        await page.getByText('Exact arguments (5)').click();
        const rows = page.getByRole('list', { name: /Exact arguments/ }).getByRole('listitem');
        assert.deepEqual(await rows.allTextContents(), [
            'git',
            'push',
            '--force',
            'origin',
            '(empty)',
        ]);
        const reason = page.getByRole('region', { name: 'Reason given with the request' });
        await reason.getByText('The branch was rebased').waitFor();
        await page.getByText('Where and with what').click();
        await page.getByText('3.1 KiB · sha256 c0ffee000000…').waitFor();
        await page.getByRole('list', { name: 'Needs you' }).getByText('Approval').waitFor();
        await page.getByRole('article').getByText('Approval', { exact: true }).waitFor();
        const { digest } = (await hub.show(id)).question.action;
        await page.getByText(`Digest ${digest.slice(0, 12)}…`).click();
        await page.getByText(digest, { exact: true }).waitFor();
        assert.deepEqual(await complaints(page), []);
        assert.deepEqual(await decided(page, hub, id, 'Approve'), ['approve']);
        await page
            .getByLabel('Command', { exact: true })
            .getByText("git push --force origin ''")
            .waitFor();
        assert.deepEqual(await complaints(page), []);
    },

    'an approval can be denied with a note for the agent': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.approval({ ...action, reason: undefined, files: [] });
        const page = await person.open();
        await settled(page);
        assert.equal(await page.getByText('Reason given with the request').count(), 0);
        await page.keyboard.press('n');
        const note = await overallNote(page);
        await note.fill('not a today');
        await note.fill('not today');
        await page.keyboard.press('Escape');
        await page.keyboard.press('d');
        await receipt(page).waitFor();
        assert.deepEqual((await hub.result(id)).selected_ids, ['deny']);
        assert.equal((await hub.result(id)).global_annotation, 'not today');
    },

    'an approval with folded parts can be approved only after they were opened': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        const long = `echo ${'x'.repeat(900)}`;
        const paths = Array.from({ length: 20 }, (_, at) => `src/file-${at + 1}.rs`);
        const id = await hub.approval({ ...action, argv: ['sh', '-c', long, ...paths] });
        const page = await person.open();
        await settled(page);
        const approve = button(page, 'Approve');
        assert.equal(await approve.isDisabled(), true);
        await page.keyboard.press('a');
        await page
            .getByText('Open every part marked “not yet viewed” before you approve.')
            .first()
            .waitFor();
        assert.deepEqual((await hub.show(id)).draft.selected_ids, [], 'no key gets round it');
        assert.equal(await button(page, 'Deny').isDisabled(), false);
        await page.getByText('7 more arguments, not yet viewed').click();
        await page.getByText('src/file-20.rs', { exact: true }).waitFor();
        assert.equal(await approve.isDisabled(), true);
        assert.deepEqual(await complaints(page), []);
        await page.getByText('105 more characters, not yet viewed').click();
        await eventually('everything was viewed', () => approve.isEnabled());
        assert.deepEqual(await decided(page, hub, id, 'Approve'), ['approve']);
    },

    'an approval chosen elsewhere cannot be sent before the action was viewed': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        const argv = Array.from({ length: 30 }, (_, at) => `argument-${at}`);
        const id = await hub.approval({ ...action, argv });
        // A draft of another surface.
        await hub.person('PATCH', `/api/v1/interactions/${id}/draft`, {
            draft: { selected_ids: ['approve'] },
            base: {},
        });
        const page = await person.open();
        await settled(page);
        assert.equal(await button(page, 'Approve').isDisabled(), true);
        await page.keyboard.press('a');
        await page.keyboard.press('Control+Enter');
        await page.getByText('14 more arguments, not yet viewed').click();
        await eventually('it can be approved', () => button(page, 'Approve').isEnabled());
        assert.equal((await hub.show(id)).status, 'pending');
    },

    'an approval spells out odd characters of the command': async ({ hub, arrive }) => {
        const person = await arrive();
        const odd = 'rm -rf x\rls \u202Etxt.sh';
        const id = await hub.approval({
            ...action,
            argv: ['sh', '-c', odd],
            directory: '/a\u200Bb',
        });
        const page = await person.open(`/choice/${id}`);
        await settled(page);
        await page
            .getByLabel('Command', { exact: true })
            .getByText("sh -c 'rm -rf x<CR>ls <U+202E>txt.sh'")
            .waitFor();
        await page.getByText('Exact arguments (3)').click();
        const rows = page.getByRole('list', { name: /Exact arguments/ }).getByRole('listitem');
        assert.match((await rows.allTextContents())[2], /^rm -rf x<CR>ls <U\+202E>txt\.sh$/);
        await page.getByText('Where and with what').click();
        await page.getByText('/a<U+200B>b', { exact: true }).waitFor();
        assert.ok(!(await page.content()).includes('\u202E'));
    },

    'a destructive approval needs a hold to approve and none to deny': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.approval({ ...action, risk: 'destructive' });
        const page = await person.open();
        await settled(page);
        await button(page, 'Hold to approve').click();
        await page.keyboard.press('a');
        assert.equal((await hub.show(id)).status, 'pending');
        assert.deepEqual(await decided(page, hub, id, 'Deny'), ['deny']);
    },

    'an approval is shown in full and answered without JavaScript': async ({ hub, arrive }) => {
        const person = await arrive({ javaScriptEnabled: false, signIn: false });
        const argv = Array.from({ length: 30 }, (_, at) => `argument-${at}`);
        const page = await person.context.newPage();
        await page.goto(`${hub.url}/login/plain`);
        await typeCode(page, hub);
        const list = page.url();
        for (const [label, chosen] of [
            ['Approve', 'approve'],
            ['Deny', 'deny'],
        ]) {
            const id = await hub.approval({ ...action, argv: [chosen, ...argv] });
            const { digest } = (await hub.show(id)).question.action;
            await page.goto(`${list}/choice/${id}`);
            for (const words of ['argument-29', '/src/shop', SHA, digest, 'The branch was']) {
                await page.getByText(words).first().waitFor();
            }
            await page.getByRole('radio', { name: label }).check();
            await button(page, 'Send answer').click();
            await page.getByRole('status').waitFor();
            await page.getByText(label, { exact: true }).first().waitFor();
            assert.deepEqual((await hub.result(id)).selected_ids, [chosen]);
        }
    },
};
