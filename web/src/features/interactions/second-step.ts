// A choice that only counts once it is confirmed: which of the two steps the card shows.
import type { InteractionDetail } from '../../lib/protocol.gen';
import { safe } from '../../lib/shown';

export type Step = 'choose' | 'confirm';

/** `revised` names the choice that the person wants to replace; any other one is shown. */
export function stepOf(detail: InteractionDetail, revised: string | null): Step {
  const { chosen } = detail;
  return chosen && chosen.answer_id !== revised ? 'confirm' : 'choose';
}

/** The options that await their confirmation. */
export function chosenOptions(detail: InteractionDetail) {
  const ids = detail.chosen?.selected_ids ?? [];
  return detail.question.options.filter((option) => ids.includes(option.id));
}

/** Their names, as they may be shown. */
export function chosenLabels(detail: InteractionDetail): string {
  return chosenOptions(detail)
    .map((option) => safe(option, 'label'))
    .join(', ');
}
