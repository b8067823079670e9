// The list as it is shown. While the person is about to choose from it, no row moves.
import { hub } from '../../lib/hub.svelte';
import { groups, steady } from './rows';

class InboxList {
  /** The order that was on the screen when the person reached for the list. */
  #seen = $state.raw<string[] | null>(null);
  /** Questions that were there when the page opened, or that the person has looked at since. */
  #known = $state.raw<ReadonlySet<string> | null>(null);

  readonly #groups = $derived(
    groups(hub.portal.rows.values(), hub.number('recent_completed', 5), hub.now),
  );

  readonly waiting = $derived(
    this.#seen ? steady(this.#groups.needsYou, this.#seen) : this.#groups.needsYou,
  );

  readonly recent = $derived(this.#groups.recent);

  /** What came while the page was open and has not been looked at, oldest first. */
  readonly arrived = $derived.by(() => {
    const known = this.#known;
    if (!known) return [];
    const fresh = this.#groups.needsYou.filter((row) => !known.has(row.summary.session_id));
    return fresh.toSorted((one, other) => one.summary.number - other.summary.number);
  });

  hold(): void {
    this.#seen ??= this.waiting.map((row) => row.summary.session_id);
  }

  release(): void {
    this.#seen = null;
  }

  /** Takes notice of the question that is open, or of `all` that wait. */
  notice(current: string | null, all = false): void {
    if (!hub.portal.synced) return;
    if (this.#known === null || all) {
      this.#known = new Set(this.#groups.needsYou.map((row) => row.summary.session_id));
    }
    if (current !== null && !this.#known.has(current)) {
      this.#known = new Set([...this.#known, current]);
    }
  }
}

export const list = new InboxList();
