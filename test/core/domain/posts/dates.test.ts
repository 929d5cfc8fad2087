import { expect, test } from 'vitest';
import { momentOf } from '../../../../core/domain/posts/dates.ts';
import { isDateTime } from '../../../../core/schema/date-time.ts';

test.each([
  ['2026-01-02T10:00:00', true],
  ['2026-01-02 10:00:00', true],
  ['2026-01-02T10:00:00Z', true],
  ['2026-01-02T10:00:00.123+02:00', true],
  ['2026-01-02', false],
  ['2026-02-30T10:00:00', false],
  ['2026-01-02T24:00:00', false],
  ['garbage', false],
])('%s is a date with a time: %s', (text, expected) => {
  expect(isDateTime(text)).toBe(expected);
});

test.each([
  ['2026-02-01T08:00:00', 'UTC', 'local', '2026-02-01T08:00:00', '2026-02-01T08:00:00'],
  ['2026-02-01T08:00:00', 'Europe/Paris', 'local', '2026-02-01T08:00:00', '2026-02-01T07:00:00'],
  ['2026-07-01T08:00:00', 'Europe/Paris', 'local', '2026-07-01T08:00:00', '2026-07-01T06:00:00'],
  ['2026-07-01T06:00:00', 'Europe/Paris', 'gmt', '2026-07-01T08:00:00', '2026-07-01T06:00:00'],
  ['2026-02-01T08:00:00+02:00', '', 'local', '2026-02-01T06:00:00', '2026-02-01T06:00:00'],
  ['2026-02-01T08:00:00-0530', 'Asia/Kolkata', 'local', '2026-02-01T19:00:00', '2026-02-01T13:30:00'],
] as const)('%s in %s as %s', (...[text, zone, kind, local, gmt]) => {
  expect(momentOf(text, zone, kind)).toEqual({ local, gmt });
});
