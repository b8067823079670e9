// Measures the page in Chromium for `cargo xtask load`; prints one JSON object.
//
//   node e2e/figures.mjs load     a first load with one question waiting, nothing cached
//   node e2e/figures.mjs list     a list of 200 that wait: drawing it, and the key j
import { launch, Person } from './support/browser.mjs';
import { Hub } from './support/hub.mjs';
import { single } from './support/questions.mjs';
import { installWatch } from './support/watch.mjs';
import { eventually } from './support/eventually.mjs';

const LOADS = 15;
const LIST_LOADS = 10;
const PENDING = 200;
const PENDING_OF_ONE_AGENT = 20;
const KEYS = 60;

/** Opens the portal as on a first visit and adds up what comes over the wire. */
async function firstLoad(person) {
    const page = await person.context.newPage();
    const wire = await person.context.newCDPSession(page);
    let bytes = 0;
    wire.on('Network.loadingFinished', (request) => (bytes += request.encodedDataLength));
    wire.on('Network.webSocketFrameReceived', ({ response }) => {
        bytes += Buffer.byteLength(response.payloadData);
    });
    await wire.send('Network.enable');
    await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.addInitScript(installWatch);
    await page.goto(person.hub.url, { waitUntil: 'commit' });
    // The options are there, with their listeners, and have been drawn.
    const interactive = await page.evaluate(() => window.watch.drawn('article input', 1));
    // Earlier requests can still be under way.
    await page.waitForLoadState('networkidle');
    const transferred = bytes;
    await page.close();
    return { interactive, transferred };
}

async function load(person) {
    await person.hub.ask(single);
    const loads = [];
    // The first one warms the browser itself, not the page; it does not count.
    for (let round = 0; round <= LOADS; round += 1) loads.push(await firstLoad(person));
    loads.shift();
    return {
        transferred_bytes: Math.max(...loads.map((one) => one.transferred)),
        interactive_ms: loads.map((one) => one.interactive),
    };
}

async function list(person) {
    for (let number = 0; number < PENDING; number += 1) {
        const client = `agent-${Math.floor(number / PENDING_OF_ONE_AGENT)}`;
        const title = `Question ${number}: which database?`;
        await person.hub.ask({ ...single, title }, { client, directory: '/src/shop' });
    }
    const rendered = [];
    let page;
    for (let round = 0; round < LIST_LOADS; round += 1) {
        await page?.close();
        page = await person.context.newPage();
        await page.addInitScript(installWatch);
        await page.goto(person.hub.url, { waitUntil: 'commit' });
        rendered.push(
            await page.evaluate(
                async (rows) => (await window.watch.drawn('nav li a', rows)) - watch.snapshotAt,
                PENDING,
            ),
        );
    }
    await page.locator('article:not([data-guard])').waitFor();
    for (let press = 1; press <= KEYS; press += 1) {
        await page.keyboard.press('j');
        await eventually('the key was drawn', () =>
            page.evaluate((count) => window.watch.keys.length === count, press),
        );
    }
    const moved = await page.evaluate(() => document.activeElement?.closest('[data-option]'));
    if (moved === null) throw new Error('the key j moved nothing');
    return { rendered_ms: rendered, key_ms: await page.evaluate(() => window.watch.keys) };
}

const measure = { load, list }[process.argv[2]];
if (!measure) throw new Error('say what to measure: load or list');
const hub = await Hub.start();
const browser = await launch();
try {
    const person = await Person.arrive(browser, hub);
    console.log(JSON.stringify(await measure(person)));
    person.assertQuiet();
} finally {
    await browser.close();
    await hub.stop();
}
