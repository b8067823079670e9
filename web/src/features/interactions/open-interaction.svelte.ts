// One question that is open on the page: what the hub says about it, and the person's draft.
import { api, freshAnswerId, Refused } from '../../lib/api';
import { hub } from '../../lib/hub.svelte';
import type {
  ApiError,
  DeadlineRequest,
  AnswerDraft,
  InteractionDetail,
  InteractionSummary,
  Problem,
  ServerMessage,
} from '../../lib/protocol.gen';
import { unreachable } from '../../lib/unreachable';
import { DraftKeeper } from './draft-keeper';
import { stepOf, type Step } from './second-step';

const TYPING_PAUSE_MS = 300;
const ELSEWHERE_NOTICE_MS = 4000;

type Loading = 'loading' | 'ready' | 'missing' | 'failed';
type Sending = 'nothing' | 'answer' | 'confirm' | 'cancel';

export class OpenInteraction {
  readonly id: string;
  state = $state<Loading>('loading');
  detail = $state.raw<InteractionDetail | null>(null);
  draft = $state.raw<AnswerDraft>({ selected_ids: [], placeholder_shown: false });
  problems = $state.raw<Problem[]>([]);
  sending = $state<Sending>('nothing');
  /** Why the hub refused the last thing that was tried. */
  refusal = $state.raw<ApiError | null>(null);
  unreachable = $state(false);
  /** What was typed here when it was decided elsewhere. */
  lost = $state.raw<AnswerDraft | null>(null);
  editedElsewhere = $state(false);
  /** The choice that the person is about to replace; another one is shown to be confirmed. */
  revised = $state<string | null>(null);

  #keeper: DraftKeeper;
  #answerId = freshAnswerId();
  #decidedHere = false;
  /** Whether anything of the draft was written on this page. */
  #wroteHere = false;
  /** Counts what happened to the draft. A reply to an older request does not know of it. */
  #draftTurn = 0;
  #elsewhereTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
    this.#keeper = new DraftKeeper({
      save: (draft, base, leaving) => api.changeDraft(id, { draft, base }, leaving),
      onSaved: (reply, latest) => {
        this.#draftTurn += 1;
        if (latest) {
          this.problems = reply.problems;
          this.draft = reply.draft;
        }
        this.unreachable = false;
      },
      onFailed: (error) => this.#failed(error),
      pauseMs: TYPING_PAUSE_MS,
    });
  }

  /** Whether the person has decided it on this page. */
  get decidedHere(): boolean {
    return this.#decidedHere;
  }

  get pending(): boolean {
    return this.detail?.status === 'pending';
  }

  get step(): Step {
    return this.detail ? stepOf(this.detail, this.revised) : 'choose';
  }

  async load(): Promise<void> {
    const turn = this.#draftTurn;
    try {
      this.#adopt(await api.show(this.id), turn);
      this.state = 'ready';
    } catch (error) {
      const missing = error instanceof Refused && error.status === 404;
      if (this.detail === null) this.state = missing ? 'missing' : 'failed';
    }
  }

  /** Applies what the socket says. */
  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'changed':
        if (message.subject.kind === 'interaction') this.#changed(message.subject.interaction);
        return;
      case 'asker_changed':
        this.#changed(message.interaction);
        return;
      case 'draft_changed':
        if (message.session_id === this.id) this.#draftChanged(message.draft);
        return;
      case 'snapshot':
      case 'settings_changed':
        void this.#catchUp();
        return;
      case 'removed':
      case 'clock':
      case 'resync':
      case 'output':
      case 'output_resync':
      case 'output_ended':
      case 'refused':
        return;
      default:
        unreachable(message);
    }
  }

  #changed(summary: InteractionSummary): void {
    if (summary.session_id === this.id) this.#summaryChanged(summary);
  }

  change(part: Partial<AnswerDraft>, when: 'immediately' | 'after a pause' = 'immediately'): void {
    if (!this.pending) return;
    const shown = this.detail?.question.placeholder_visible === true;
    this.draft = { ...this.draft, ...part, placeholder_shown: shown };
    this.refusal = null;
    this.#wroteHere = true;
    this.#draftTurn += 1;
    // Where choosing can be repeated, another choice is another act.
    if (this.detail?.question.confirmation) this.#answerId = freshAnswerId();
    this.#keeper.change(this.draft, when);
  }

  async answer(): Promise<void> {
    if (!this.detail || this.sending !== 'nothing') return;
    await this.#decide('answer', (detail) =>
      api.answer(this.id, {
        answer_id: this.#answerId,
        digest: detail.digest,
        answer: this.#answerBody(detail),
      }),
    );
  }

  /** Confirms exactly the choice that is on the screen. */
  async confirm(): Promise<void> {
    const chosen = this.detail?.chosen;
    if (!chosen || this.sending !== 'nothing') return;
    await this.#decide('confirm', () =>
      api.confirm(this.id, { answer_id: this.#answerId, chosen_id: chosen.answer_id }),
    );
  }

  /** Back to the options. The hub keeps what is chosen until something else is. */
  chooseAnother(): void {
    this.revised = this.detail?.chosen?.answer_id ?? null;
    this.refusal = null;
  }

  async cancel(note: string): Promise<void> {
    if (!this.detail || this.sending !== 'nothing') return;
    const request = note.trim() === '' ? {} : { note };
    await this.#decide('cancel', () =>
      api.cancel(this.id, { answer_id: this.#answerId, ...request }),
    );
  }

  async moveDeadline(request: DeadlineRequest): Promise<void> {
    await this.#attempt(() => api.moveDeadline(this.id, request));
  }

  async switchTo(surface: 'web' | 'terminal'): Promise<void> {
    await this.#attempt(() => api.switchInterface(this.id, { interface: surface }));
  }

  leave(): void {
    this.#keeper.leave();
  }

  async #decide(
    kind: Exclude<Sending, 'nothing'>,
    send: (detail: InteractionDetail) => Promise<InteractionDetail>,
  ): Promise<void> {
    this.sending = kind;
    this.refusal = null;
    try {
      await this.#keeper.flush();
      if (!this.detail) return;
      this.#decidedHere = true;
      const turn = this.#draftTurn;
      const decided = await send(this.detail);
      this.#keeper.stop();
      this.#adopt(decided, turn);
      // A choice that awaits its confirmation: another surface may still decide.
      if (this.pending) this.#decidedHere = this.#wroteHere = false;
    } catch (error) {
      this.#decidedHere = false;
      if (error instanceof Refused && error.status === 422) this.#answerId = freshAnswerId();
      this.#failed(error);
      if (error instanceof Refused && error.status === 409) await this.load();
    } finally {
      this.sending = 'nothing';
    }
  }

  async #attempt(change: () => Promise<InteractionDetail>): Promise<void> {
    this.refusal = null;
    const turn = this.#draftTurn;
    try {
      this.#adopt(await change(), turn);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** A hidden input sends nothing, and settings may have changed since the draft was saved. */
  #answerBody(detail: InteractionDetail): AnswerDraft {
    const placeholder_shown = detail.question.placeholder_visible;
    if (detail.question.annotations_enabled) return { ...this.draft, placeholder_shown };
    const { option_notes: _notes, global_note: _note, ...rest } = this.draft;
    return { ...rest, placeholder_shown };
  }

  /** Applies the hub's reply to a request that was made in this turn of the draft. */
  #adopt(detail: InteractionDetail, turn: number): void {
    // Replies may overtake each other.
    if (this.detail && detail.revision < this.detail.revision) return;
    const first = this.detail === null;
    const wasPending = first || this.pending;
    if (wasPending && detail.status !== 'pending') this.#ended();
    const knowsDraft = turn === this.#draftTurn && !this.#keeper.dirty;
    if (first || (knowsDraft && detail.status === 'pending')) {
      this.draft = detail.draft;
      this.#keeper.adopt(detail.draft);
      this.problems = detail.problems ?? [];
    }
    this.detail = detail;
    // That act is done; the next one, even the confirmation, has its own name.
    if (detail.chosen?.answer_id === this.#answerId) this.#answerId = freshAnswerId();
    if (first && detail.status === 'pending') void api.view(this.id).catch(() => undefined);
  }

  #ended(): void {
    if (this.#wroteHere && !this.#decidedHere) this.lost = this.draft;
    this.#keeper.stop();
  }

  #summaryChanged(summary: InteractionSummary): void {
    if (!this.detail || summary.revision < this.detail.revision) return;
    const grown = summary.revision > this.detail.revision;
    this.detail = { ...this.detail, ...summary, status: this.detail.status };
    // Events, result and hand-off come with the whole.
    if (grown) void this.load();
  }

  #draftChanged(draft: AnswerDraft): void {
    if (this.#keeper.isOwn(draft) || this.#keeper.dirty || !this.pending) return;
    this.#draftTurn += 1;
    this.draft = draft;
    this.#keeper.adopt(draft);
    this.editedElsewhere = true;
    clearTimeout(this.#elsewhereTimer);
    this.#elsewhereTimer = setTimeout(() => (this.editedElsewhere = false), ELSEWHERE_NOTICE_MS);
    void this.load();
  }

  async #catchUp(): Promise<void> {
    if (this.#keeper.dirty && this.pending) await this.#keeper.flush();
    await this.load();
  }

  #failed(error: unknown): void {
    this.unreachable = !(error instanceof Refused);
    if (error instanceof Refused) this.refusal = error.error;
  }
}

/** Opens a question and follows it until the returned function is called. */
export function open(id: string): [OpenInteraction, () => void] {
  const opened = new OpenInteraction(id);
  void opened.load();
  const silence = hub.listen((message) => opened.receive(message));
  const leave = () => opened.leave();
  addEventListener('pagehide', leave);
  return [
    opened,
    () => {
      removeEventListener('pagehide', leave);
      silence();
      leave();
    },
  ];
}
