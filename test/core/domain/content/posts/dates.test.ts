import { expect, test } from 'vitest';
import { momentOf } from '../../../../../core/domain/content/posts/dates.ts';
import { isDateTime } from '../../../../../core/schema/wire/date-time.ts';

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
  // Skipped and repeated hours of daylight saving time: east of Greenwich, west of it, and with a half-hour offset.
  ['2026-03-29T02:30:00', 'Europe/Berlin', 'local', '2026-03-29T02:30:00', '2026-03-29T01:30:00'],
  ['2026-10-25T02:30:00', 'Europe/Berlin', 'local', '2026-10-25T02:30:00', '2026-10-25T00:30:00'],
  ['2026-10-25T03:30:00', 'Europe/Berlin', 'local', '2026-10-25T03:30:00', '2026-10-25T02:30:00'],
  ['2026-03-08T02:30:00', 'America/New_York', 'local', '2026-03-08T02:30:00', '2026-03-08T07:30:00'],
  ['2026-03-08T03:30:00', 'America/New_York', 'local', '2026-03-08T03:30:00', '2026-03-08T07:30:00'],
  ['2026-11-01T01:30:00', 'America/New_York', 'local', '2026-11-01T01:30:00', '2026-11-01T05:30:00'],
  ['2026-04-05T01:45:00', 'Australia/Lord_Howe', 'local', '2026-04-05T01:45:00', '2026-04-04T14:45:00'],
] as const)('%s in %s as %s', (...[text, zone, kind, local, gmt]) => {
  expect(momentOf(text, zone, kind)).toEqual({ local, gmt });
});
