import { expect, test } from 'vitest';
import type { HitlResult } from '../../lib/protocol.gen';
import { received } from './received';

test('the received result has the form of the tool that asked', () => {
  const decided = { session_id: 'id', action_status: 'selected' } as const;
  const hitl_result: HitlResult = {
    ok: true,
    status: 'confirmed',
    confirmed: true,
    selectedOption: 'Alpha',
    selectedOptionId: 'a',
    source: 'user',
    requestId: 'id',
    message: 'answered',
  };
  expect(received({ kind: 'choice', ...decided })).toEqual(decided);
  expect(received({ kind: 'approval', ...decided })).toEqual(decided);
  expect(received({ kind: 'request', ...decided, hitl_result })).toEqual(hitl_result);
});
