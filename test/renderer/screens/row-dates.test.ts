// Rows that are already loaded follow a change of the interface language without being reloaded.
import { afterEach, expect, test } from 'vitest';
import { loadLocale } from '../../../renderer/lib/messages/messages.svelte.ts';
import { shortDate } from '../../../renderer/matrix/matrix.svelte.ts';
import { rowOf } from '../../../renderer/matrix/rows.svelte.ts';

afterEach(() => loadLocale('en'));

test('the date of a row is written in the language of the interface', async () => {
  const value = { group: 0, source: 7, title: 'Lanes', modified: '2020-12-21T09:00:00', items: {} };
  const row = rowOf(value as never, { tagOf: (code) => code, dateOf: (time) => (time ? shortDate(time) : '') });
  expect(row.note).toBe('Dec 21, 2020');
  await loadLocale('fr');
  expect(row.note).toBe('21 déc. 2020');
});
