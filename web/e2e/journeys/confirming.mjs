// Requests with a confirmation: confirm, choose another, decline, and races with another surface.
import assert from 'node:assert/strict';
import axe from 'axe-core';
import { settled, typeCode } from '../support/browser.mjs';
import { eventually } from '../support/eventually.mjs';
import { request } from '../support/questions.mjs';

const receipt = (page) => page.getByRole('region', { name: 'Result' });
const second = (page) => page.getByRole('region', { name: 'Confirm your choice' });
const button = (page, name) => page.getByRole('button', { name, exact: true });
const focused = (page) => page.evaluate(() => document.activeElement?.textContent.trim());
const kinds = async (hub, id) => (await hub.show(id)).events.map((event) => event.kind);

/** Chooses on the page; the confirmation is open when this returns. */
async function choose(page, name) {
    await page.getByRole('radio', { name }).check();
    await button(page, 'Send answer').click();
    await second(page).getByText(name, { exact: true }).waitFor();
    await settled(page);
}

/** Returns what the asker receives, without its id. */
async function received(hub, id) {
    const { requestId, ...rest } = await hub.decision(id);
    assert.equal(requestId, id);
    return rest;
}

const CONFIRMED = { ok: true, status: 'confirmed', confirmed: true, source: 'user' };
const CANCELED = {
    ok: false,
    status: 'canceled',
    confirmed: false,
    selectedOption: null,
    selectedOptionId: null,
    source: 'user',
};

export default {
    'a choice counts only after it is confirmed': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.request({
            ...request,
            confirmationMessage: 'All **customers** will see it.',
            metadata: { ticket: 'OPS-7' },
        });
        const page = await person.open();
        await settled(page);
        assert.equal(await page.getByRole('textbox').count(), 0, 'no notes, no text');
        assert.equal(await page.getByRole('region', { name: 'What the agent says' }).count(), 0);
        assert.deepEqual(
            await page.evaluate(() => [
                document.activeElement.closest('[data-option]')?.dataset.option,
                document.activeElement.checked,
            ]),
            ['staging', false],
            'the cursor is there, nothing is chosen',
        );
        assert.equal(await button(page, 'Send answer').isDisabled(), true);
        await page.getByText('Data attached by the agent').click();
        await page.getByText('OPS-7').waitFor();
        await choose(page, 'Production');
        await second(page).getByText('All **customers** will see it.').waitFor();
        await second(page)
            .getByText(/Chosen .* web portal/)
            .waitFor();
        await page
            .getByRole('list', { name: 'Needs you' })
            .getByText('chosen, waiting for your confirmation')
            .waitFor();
        assert.equal(await page.getByRole('radio').count(), 0);
        assert.equal(await focused(page), 'Decline');
        for (const keys of ['Escape', 'Control+Enter', '1', 'r']) {
            // On no button: none of the keys of a question confirms.
            await page.evaluate(() => document.activeElement.blur());
            await page.keyboard.press(keys);
        }
        assert.equal((await hub.show(id)).status, 'pending');
        await page.reload();
        await second(page).getByText('Production', { exact: true }).waitFor();
        await settled(page);
        await button(page, 'Confirm').click();
        await receipt(page).waitFor();
        await page.getByText('✓ chosen').waitFor();
        assert.deepEqual(await received(hub, id), {
            ...CONFIRMED,
            selectedOption: 'Production',
            selectedOptionId: 'production',
            message: 'HITL request was answered and confirmed by the person.',
        });
        await page.getByText('What the agent received').click();
        await page.getByText('"selectedOptionId": "production"').waitFor();
        await page.getByText('Activity', { exact: true }).click();
        await page.getByText('chosen, not yet confirmed').waitFor();
        assert.deepEqual(
            (await kinds(hub, id)).filter((kind) => /chosen|confirmed|answered/.test(kind)),
            ['chosen', 'confirmed', 'answered'],
        );
    },

    'a request without confirmation is decided by sending': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.request({ ...request, requireConfirmation: false });
        const page = await person.open();
        await settled(page);
        await page.getByRole('radio', { name: 'Staging' }).check();
        await button(page, 'Send answer').click();
        await receipt(page).waitFor();
        assert.equal((await received(hub, id)).selectedOptionId, 'staging');
    },

    'another option can be chosen and confirmed instead': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.request(request);
        const page = await person.open();
        await settled(page);
        await choose(page, 'Production');
        await button(page, 'Choose another').click();
        await page.getByText('Chosen so far: Production.').waitFor();
        await settled(page);
        assert.deepEqual((await hub.show(id)).chosen.selected_ids, ['production']);
        await choose(page, 'Staging');
        // With the keyboard: from Decline back to Confirm.
        await page.keyboard.press('Shift+Tab');
        await page.keyboard.press('Shift+Tab');
        assert.equal(await focused(page), 'Confirm');
        await page.keyboard.press('Enter');
        await receipt(page).waitFor();
        assert.equal((await received(hub, id)).selectedOptionId, 'staging');
    },

    'a declined confirmation cancels the question and keeps the choice in the activity': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        const id = await hub.request(request);
        const page = await person.open();
        await settled(page);
        await choose(page, 'Production');
        // Where the keyboard starts.
        await page.keyboard.press('Enter');
        await receipt(page).getByText('cancelled').waitFor();
        assert.equal(await page.getByRole('dialog').count(), 0);
        const { message, ...rest } = await received(hub, id);
        assert.match(message, /cancel/);
        assert.deepEqual(rest, CANCELED);
        const chosen = (await hub.show(id)).events.find((event) => event.kind === 'chosen');
        assert.match(JSON.stringify(chosen.data), /production/);
    },

    'a request can be cancelled before an option is chosen': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.request(request);
        const page = await person.open();
        await settled(page);
        await button(page, 'Cancel question').click();
        const dialog = page.getByRole('dialog', { name: 'Cancel this question?' });
        assert.equal(await dialog.getByRole('textbox').count(), 0);
        await button(dialog, 'Cancel question').click();
        await receipt(page).getByText('cancelled').waitFor();
        const { message: _message, ...rest } = await received(hub, id);
        assert.deepEqual(rest, CANCELED);
    },

    'a question times out while its choice awaits confirmation': async ({ hub, arrive }) => {
        await hub.set({ timeout_min_seconds: 1, auto_submit: true });
        const person = await arrive();
        const page = await person.open();
        const id = await hub.request({ ...request, timeoutMs: 3000 });
        // Elsewhere, and without a draft: typing would give more time.
        await hub.answer(id, { selected_ids: ['production'], placeholder_shown: false });
        await second(page)
            .getByText(/Chosen .* terminal/)
            .waitFor();
        await page.locator('footer').getByText('is told that you did not answer').waitFor();
        await receipt(page).getByText('timed out').waitFor();
        const { message: _message, ...rest } = await received(hub, id);
        assert.deepEqual(rest, { ...CANCELED, status: 'timeout', source: 'timeout' });
    },

    'a stale confirmation shows the new choice and asks for confirmation again': async ({
        hub,
        arrive,
    }) => {
        const person = await arrive();
        person.expected.push(/status of 409/);
        const id = await hub.request(request);
        const [page, other] = [await person.open(), await person.open(`/choice/${id}`)];
        await settled(page);
        await choose(page, 'Production');
        // The other page follows without being touched.
        await second(other).getByText('Production', { exact: true }).waitFor();
        await settled(other);
        let raced = false;
        await other.route('**/confirm', async (route) => {
            // The terminal chooses another option just before the confirmation arrives.
            if (!raced)
                await hub.answer(id, { selected_ids: ['staging'], placeholder_shown: false });
            raced = true;
            await route.continue();
        });
        await button(other, 'Confirm').click();
        await other.getByText('Another option was chosen in the meantime.').waitFor();
        await second(other).getByText('Staging', { exact: true }).waitFor();
        await second(page).getByText('Staging', { exact: true }).waitFor();
        assert.equal((await hub.show(id)).status, 'pending');
        await settled(other);
        assert.equal(await focused(other), 'Decline');
        await button(other, 'Confirm').click();
        await receipt(other).waitFor();
        await receipt(page).waitFor();
        assert.equal((await received(hub, id)).selectedOptionId, 'staging');
        assert.equal(await page.getByText('Your draft').count(), 0, 'nothing was lost');
    },

    'a confirmation that has just appeared ignores clicks': async ({ hub, arrive }) => {
        const person = await arrive();
        const id = await hub.request(request);
        const page = await person.open();
        await settled(page);
        await page.getByRole('radio', { name: 'Production' }).check();
        await button(page, 'Send answer').click();
        await page.locator('article[data-guard]').waitFor();
        await page.keyboard.press('Enter');
        await page.evaluate(() => {
            for (const one of document.querySelectorAll('footer .actions button')) one.click();
        });
        await settled(page);
        await second(page).waitFor();
        assert.equal((await hub.show(id)).status, 'pending');
    },

    'a choice is confirmed in a form without JavaScript': async ({ hub, arrive }) => {
        const person = await arrive({ javaScriptEnabled: false, signIn: false });
        person.expected.push(/status of 422/);
        const id = await hub.request({ ...request, confirmationMessage: 'All customers see it.' });
        const page = await person.context.newPage();
        await page.goto(`${hub.url}/login/plain`);
        await typeCode(page, hub);
        const list = page.url();
        await page.getByRole('link', { name: request.question }).click();
        await page.getByRole('radio', { name: 'Production' }).check();
        await button(page, 'Send answer').click();
        await page.getByText('All customers see it.').waitFor();
        await page.getByText('You chose Production.').waitFor();
        await button(page, 'Choose another').click();
        await page.getByRole('radio', { name: 'Staging' }).check();
        await button(page, 'Send answer').click();
        await page.getByText('You chose Staging.').waitFor();
        // Another surface chooses before the form comes back.
        await hub.answer(id, { selected_ids: ['production'], placeholder_shown: false });
        await button(page, 'Confirm').click();
        await page.getByRole('alert').waitFor();
        await page.getByText('You chose Production.').waitFor();
        await button(page, 'Confirm').click();
        await page.getByRole('status').waitFor();
        await page.getByText('Production', { exact: true }).first().waitFor();
        assert.equal((await received(hub, id)).selectedOptionId, 'production');
        const other = await hub.request({ ...request, question: 'And the shop?' });
        await page.goto(`${list}/choice/${other}`);
        await page.getByRole('radio', { name: 'Production' }).check();
        await button(page, 'Send answer').click();
        await button(page, 'Decline').click();
        await page.getByRole('status').getByText('cancelled').waitFor();
        assert.equal((await received(hub, other)).status, 'canceled');
    },

    'axe finds no accessibility problem in the confirmation': async ({ hub, arrive }) => {
        for (const colorScheme of ['light', 'dark']) {
            const person = await arrive({ colorScheme });
            const id = await hub.request({
                ...request,
                question: `Deploy? ${colorScheme}`,
                confirmationMessage: 'All customers will see it.',
                metadata: { ticket: 7 },
            });
            await hub.answer(id, { selected_ids: ['production'], placeholder_shown: false });
            const page = await person.open(`/choice/${id}`);
            await second(page).waitFor();
            await settled(page);
            await page.evaluate(axe.source);
            const found = () =>
                page.evaluate(async () => {
                    const { violations } = await window.axe.run(document);
                    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
                });
            assert.deepEqual(await found(), [], `confirm ${colorScheme}`);
            await button(page, 'Choose another').click();
            await eventually('the options', () => page.getByRole('radio').count());
            await settled(page);
            assert.deepEqual(await found(), [], `choose ${colorScheme}`);
        }
    },
};
