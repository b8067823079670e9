import { expect, test } from 'vitest';
import { row } from '../../lib/portal';
import { summary } from '../../lib/summary.fixture';
import { asGrouping, grouped, matching } from './grouping';

const one = row(
  summary({ session_id: '1', title: 'Which schema?', agent: 'a', project: 'shop' }),
  0,
);
const two = row(summary({ session_id: '2', title: 'Force-push?', agent: 'b', project: 'shop' }), 0);
const three = row(summary({ session_id: '3', title: 'Which port?', agent: 'a', project: '' }), 0);
const all = [one, two, three];

test('questions without grouping are one list in their order', () => {
  expect(grouped(all, 'none')).toEqual([{ name: '', rows: all }]);
});

test('groups follow the most urgent question of each', () => {
  expect(grouped(all, 'agent')).toEqual([
    { name: 'a', rows: [one, three] },
    { name: 'b', rows: [two] },
  ]);
  expect(grouped(all, 'project').map((group) => group.name)).toEqual(['shop', '']);
});

test('an unknown grouping in the address is none', () => {
  expect([asGrouping('agent'), asGrouping('colour'), asGrouping(null)]).toEqual([
    'agent',
    'none',
    'none',
  ]);
});

test('the search looks at title, agent and project', () => {
  expect(matching(all, ' WHICH ')).toEqual([one, three]);
  expect(matching(all, 'shop')).toEqual([one, two]);
  expect(matching(all, '')).toEqual(all);
});
