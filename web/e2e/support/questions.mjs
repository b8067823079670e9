// Questions that journeys ask.
const prompt =
    'The order service needs a place for its data. It runs on **one machine** and gets `50` writes a second.';

export const options = [
    {
        id: 'sqlite',
        label: 'SQLite',
        description: 'one file, nothing to operate',
        recommended: true,
    },
    { id: 'postgres', label: 'PostgreSQL', description: 'a server, ready for several machines' },
    { id: 'files', label: 'JSON files', description: 'no dependency, no queries' },
];

export const single = { title: 'Which database?', prompt, selection_mode: 'single', options };
export const multi = {
    title: 'Which checks?',
    prompt,
    selection_mode: 'multi',
    options,
    min_selections: 2,
    max_selections: 2,
};
export const text = {
    title: 'What name?',
    prompt,
    selection_mode: 'text_input',
    placeholder: 'for example: tidy',
};
export const hybrid = { title: 'Which way?', prompt, selection_mode: 'hybrid', options };

/** What `hitl_request` asks. */
export const request = {
    question: 'Deploy release 2.4 to which cluster?',
    options: [
        { id: 'staging', label: 'Staging', description: 'two machines, nobody is hurt' },
        { id: 'production', label: 'Production', description: 'all customers' },
    ],
    defaultOption: 'staging',
    requireConfirmation: true,
};
