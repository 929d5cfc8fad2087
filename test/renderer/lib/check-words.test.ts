// Findings are described in words: a number alone does not explain the problem.
import { afterEach, expect, test } from 'vitest';
import { aboutFinding } from '../../../renderer/lib/checks/words.ts';
import { loadLocale } from '../../../renderer/lib/messages/messages.svelte.ts';

afterEach(() => loadLocale('en'));

test.each([
  ['numbers', ['400'], 'On one side only: 400'],
  ['numbers', ['800', '80'], 'On one side only: 800 and 80'],
  ['url', ['example.org'], 'Missing: example.org'],
  ['link_language', ['/junctions/'], '/junctions/ has a version in this language'],
  ['check_glossary', ['lamp: phare'], '“lamp” is “phare” in the glossary'],
  ['forbidden_term', ['feu'], 'feu'],
  ['numbers', [''], ''],
])('%s: %j', (check, words, said) => {
  expect(aboutFinding({ check, words })).toBe(said);
});

test('in French too', async () => {
  await loadLocale('fr');
  expect(aboutFinding({ check: 'numbers', words: ['400'] })).toBe('D’un seul côté\u00a0: 400');
});
