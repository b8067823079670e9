// A question for unit tests.
import type { InteractionDetail, InteractionSummary } from './protocol.gen';

export function summary(part: Partial<InteractionSummary>): InteractionSummary {
  return {
    session_id: 'id',
    title: 'Which schema?',
    status: 'pending',
    interface: 'web',
    kind: 'choice',
    selection_mode: 'single',
    risk: 'normal',
    asker: 'claude-code',
    agent: 'Claude Code',
    project: 'shop',
    directory: '/src/shop',
    started_at: '2026-11-15T10:00:00.000Z',
    asker_state: 'waiting',
    delivery: 'open',
    revision: 1,
    number: 1,
    ...part,
  };
}

export function detail(part: Partial<InteractionDetail>): InteractionDetail {
  return {
    ...summary({}),
    question: {
      kind: 'choice',
      title: 'Which schema?',
      prompt: 'one\ntwo',
      prompt_blocks: [],
      selection_mode: 'single',
      options: [
        { id: 'a', label: 'A', recommended: false, default: false },
        {
          id: 'b',
          label: 'B\u202E',
          recommended: false,
          default: false,
          shown: { label: 'B<U+202E>' },
        },
      ],
      default_selection_ids: [],
      min_selections: 1,
      max_selections: 1,
      placeholder_visible: false,
      single_submit_mode: false,
      annotations_enabled: true,
      risk: 'normal',
    },
    digest: 'd',
    draft: { selected_ids: [], placeholder_shown: false },
    events: [],
    hand_off: { terminal_command: 'sayso choose id', url: 'http://localhost:7297/choice/id' },
    ...part,
  };
}
