import { expect, test } from 'vitest';
import { readDocuments, readFiles } from './files.ts';
import { commentsOf, findAmerican } from './spelling.ts';

const messages = readFiles('renderer/lib/messages/en/*.json').map(({ path, text }) => ({
  path,
  text: Object.values(JSON.parse(text) as Record<string, string>).join('\n'),
}));

test.each([
  ['documents', readDocuments()],
  ['messages', messages],
  ['comments', readFiles('{*,{core,electron,renderer,test,build}/**/*}.{ts,mjs,js,svelte,css}').map(commentsOf)],
])('%s have one spelling, the British one of the interface', (_name, files) => {
  expect(files.length).toBeGreaterThan(10);
  expect(findAmerican(files)).toEqual([]);
});

test.each([
  ['The behavior of a color', ['behavior', 'color']],
  ['Synchronized, canceled, licenses', ['Synchronized', 'canceled', 'licenses']],
  ['Synchronised, cancelled, licences, sizes; `color`, "License" and the Authorization header', []],
])('control: %s', (text, words) => {
  expect(findAmerican([{ path: 'a', text }])).toEqual(words.map((word) => `a:1 ${word}`));
});

test.each([
  ['const code = 1; // a note\n', ' // a note\n'],
  ['/**\n * a note\n */\nconst code = 1;', ' /**\n  * a note\n  */\n'],
  ['<!-- a note -->\n<p class="code">', ' <!-- a note -->\n'],
])('control: only comments of %j', (text, comments) => {
  expect(commentsOf({ path: 'a.svelte', text }).text).toBe(comments);
});
