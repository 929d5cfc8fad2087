// Refusal reasons can be translated into every interface language.
import { expect, test } from 'vitest';
import { readFiles } from '../docs/files.ts';

const reasons = new Set(
  readFiles('core/**/*.ts').flatMap(({ text }) =>
    [...text.matchAll(/new ImportRefused\(\s*'(\w+)'/g)].map(([, reason]) => reason ?? ''),
  ),
);

test.each(['en', 'fr', 'ar'])('every reason of a refusal has words in %s', (language) => {
  const [{ text } = { text: '{}' }] = readFiles(`renderer/lib/messages/${language}/notes.json`);
  const words = JSON.parse(text) as Record<string, string>;
  expect(reasons.size).toBeGreaterThan(20);
  expect([...reasons].filter((reason) => !words[`refused.${reason}`])).toEqual([]);
});
