// What the asker received, without what the hub adds for people.
import type { AskerResult, ChoiceResult, FormResult, HitlResult } from '../../lib/protocol.gen';
import { unreachable } from '../../lib/unreachable';

export function received(result: AskerResult): ChoiceResult | FormResult | HitlResult {
  switch (result.kind) {
    case 'choice':
    case 'approval':
    case 'reply':
    case 'permission':
    case 'form': {
      const { kind: _, ...choice } = result;
      return choice;
    }
    case 'request':
      return result.hitl_result;
    default:
      return unreachable(result);
  }
}
