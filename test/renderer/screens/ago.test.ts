import { expect, test } from 'vitest';
import { formatAgo } from '../../../renderer/screens/overview/ago.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T11:40:00Z', '20 minutes ago'],
  ['2026-11-22T11:59:40Z', 'now'],
  ['2026-11-20T11:00:00Z', '2 days ago'],
  // The clock of the other computer is slightly ahead.
  ['2026-11-22T12:00:30Z', 'now'],
  // A file may give any date: one in the future is not "ago".
  ['2098-11-22T12:00:00Z', 'Nov 22, 2098'],
])('%s is said as %s', (time, words) => expect(formatAgo(time, now)).toBe(words));
