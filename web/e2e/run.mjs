// Runs the journeys, one after the other, each with a separate hub and browser context.
//
//   node e2e/run.mjs [PART OF A NAME]…
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { launch, Person } from './support/browser.mjs';
import { Hub } from './support/hub.mjs';

const wanted = process.argv.slice(2);
const pictures = process.env.SAYSO_E2E_DIR ?? path.resolve('../target/e2e/portal');
mkdirSync(pictures, { recursive: true });

const here = new URL('./journeys/', import.meta.url);
const journeys = [];
for (const file of readdirSync(here)
    .filter((name) => name.endsWith('.mjs'))
    .sort()) {
    const { default: found } = await import(new URL(file, here).href);
    journeys.push(...Object.entries(found));
}

const chosen = journeys.filter(
    ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const browser = await launch();
let failures = 0;
for (const [name, journey] of chosen) {
    const begun = Date.now();
    const hub = await Hub.start(journey.environment);
    const people = [];
    const arrive = async (options) => {
        const person = await Person.arrive(browser, hub, options);
        people.push(person);
        return person;
    };
    try {
        await journey({ hub, arrive, browser });
        for (const person of people) person.assertQuiet();
        console.log(`ok    ${name} (${Date.now() - begun} ms)`);
    } catch (error) {
        failures += 1;
        console.log(`FAIL  ${name}\n${error.stack}`);
        for (const [at, page] of people.flatMap((person) => person.context.pages()).entries()) {
            const file = path.join(pictures, `${name.replaceAll(/\W+/g, '-')}-${at}.png`);
            // A page that has crashed has no picture; the journey's own error is what counts.
            await page.screenshot({ path: file }).catch(() => undefined);
        }
        for (const person of people) console.log(person.errors.join('\n'));
    } finally {
        for (const person of people) await person.context.close();
        await hub.stop();
    }
}
await browser.close();
console.log(`${chosen.length - failures} of ${chosen.length} journeys passed`);
if (failures > 0 || chosen.length === 0) process.exitCode = 1;
