// The list as it is shown. While the person is about to choose from it, no row moves.
import { hub } from '../../lib/hub.svelte';
import { groups, steady } from './rows';

class InboxList {
  /** The order that was on the screen when the person reached for the list. */
  #seen = $state.raw<string[] | null>(null);

  readonly #groups = $derived(
    groups(hub.portal.rows.values(), hub.number('recent_completed', 5), hub.now),
  );

  readonly waiting = $derived(
    this.#seen ? steady(this.#groups.needsYou, this.#seen) : this.#groups.needsYou,
  );

  readonly recent = $derived(this.#groups.recent);

  hold(): void {
    this.#seen ??= this.waiting.map((row) => row.summary.session_id);
  }

  release(): void {
    this.#seen = null;
  }
}

export const list = new InboxList();
