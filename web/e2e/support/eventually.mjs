// Waits for a state of another process, never for a duration.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 25;

/** Returns the first truthy value of `look`; throws with `what` when there is none in time. */
export async function eventually(what, look, patience = PATIENCE_MS) {
    const end = Date.now() + patience;
    for (;;) {
        const found = await look();
        if (found) return found;
        if (Date.now() > end) assert.fail(`expected: ${what}`);
        await pause(LOOK_EVERY_MS);
    }
}
