// What sort of question it is, where that matters in lists and headers.
import { t } from '../lib/i18n.svelte';
import type { QuestionKind } from '../lib/protocol.gen';
import { unreachable } from '../lib/unreachable';

export function kindBadge(kind: QuestionKind): string {
  switch (kind) {
    case 'choice':
    case 'request':
      return '';
    case 'approval':
    case 'permission':
      return t('approval-badge');
    case 'reply':
      return t('reply-badge');
    case 'form':
      return t('form-badge');
    default:
      return unreachable(kind);
  }
}
