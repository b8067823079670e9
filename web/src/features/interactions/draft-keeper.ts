// Keeps a draft on the hub: one save at a time, the latest state wins, nothing is dropped.
import type { AnswerDraft, DraftReply } from '../../lib/protocol.gen';

export interface KeeperOptions {
  /** `base` is the hub's draft as far as this page knows it. */
  save: (draft: AnswerDraft, base: AnswerDraft, leaving: boolean) => Promise<DraftReply>;
  /** The hub has it; `latest` says whether nothing newer waits. */
  onSaved: (reply: DraftReply, latest: boolean) => void;
  onFailed: (error: unknown) => void;
  /** How long to wait for the next letter. */
  pauseMs: number;
}

/** Drafts sent by this page come back over the socket; so many are remembered to tell them apart. */
const SENT_MAX = 32;

export class DraftKeeper {
  #options: KeeperOptions;
  #waiting: AnswerDraft | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #sent: string[] = [];
  #base: AnswerDraft = { selected_ids: [], placeholder_shown: false };

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Whether the hub does not have the latest state yet. */
  get dirty(): boolean {
    return this.#waiting !== null || this.#running !== null;
  }

  /** The page shows what the hub has. */
  adopt(draft: AnswerDraft): void {
    this.#base = draft;
  }

  /** Accepts a new state; `immediately` for clicks, after a pause for typing. */
  change(draft: AnswerDraft, when: 'immediately' | 'after a pause'): void {
    this.#waiting = draft;
    clearTimeout(this.#timer);
    if (when === 'immediately') void this.flush();
    else this.#timer = setTimeout(() => void this.flush(), this.#options.pauseMs);
  }

  /** Resolves when the hub has everything, or a save has failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running ??= this.#drain().finally(() => (this.#running = null));
    await this.#running;
  }

  /** The page goes away: one last save that may outlive it. */
  leave(): void {
    if (this.#waiting === null) return;
    const draft = this.#waiting;
    this.#waiting = null;
    // The page is closing, so a failure cannot be shown.
    this.#options.save(draft, this.#base, true).catch(() => undefined);
  }

  /** Forgets what has not been saved: the question is decided. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = null;
  }

  isOwn(draft: AnswerDraft): boolean {
    return this.#sent.includes(fingerprint(draft));
  }

  async #drain(): Promise<void> {
    while (this.#waiting !== null) {
      const draft = this.#waiting;
      this.#waiting = null;
      this.#sent = [...this.#sent.slice(1 - SENT_MAX), fingerprint(draft)];
      try {
        const reply = await this.#options.save(draft, this.#base, false);
        const latest = this.#waiting === null;
        // Text typed in the meantime is based on the sent draft, not on what others added to it.
        this.#base = latest ? reply.draft : draft;
        this.#options.onSaved(reply, latest);
      } catch (error) {
        // Kept for the next try, unless something newer has come in the meantime.
        this.#waiting ??= draft;
        this.#options.onFailed(error);
        return;
      }
    }
  }
}

/** The same for equal drafts, whether or not empty parts are spelled out. */
export function fingerprint(draft: AnswerDraft): string {
  const notes = Object.entries(draft.option_notes ?? {})
    .filter(([, note]) => note !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([
    [...draft.selected_ids].sort(),
    draft.text ?? '',
    notes,
    draft.global_note ?? '',
    [...(draft.hidden_ids ?? [])].sort(),
    Object.entries(draft.fields ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}
