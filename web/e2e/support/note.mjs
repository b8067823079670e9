// The note on the whole answer: a line that opens into a text field.

/** Opens the note, if it is not open yet, and returns its field. */
export async function overallNote(page) {
    const field = page.getByRole('textbox', { name: 'Overall note' });
    const opener = page.getByRole('button', { name: 'Add a note' });
    await field.or(opener).first().waitFor();
    if ((await field.count()) === 0) await opener.click();
    return field;
}
