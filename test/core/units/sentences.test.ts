// Sentences of a text: where they end in each language, and which marks they have.
import { expect, test } from 'vitest';
import { readSentence, sentencesOf, withNumbers } from '../../../core/units/memory/sentences.ts';

test.each<[string, string, string[]]>([
  ['en', 'The lamp is on. It is red.', ['The lamp is on. ', 'It is red.']],
  ['en', 'Ask Mr. Smith about it. He knows.', ['Ask Mr. Smith about it. ', 'He knows.']],
  ['en', 'Use a lamp, e.g. This one. Then go.', ['Use a lamp, e.g. This one. ', 'Then go.']],
  ['en', 'By J. R. Smith. It is 3.5 m.', ['By J. R. Smith. ', 'It is 3.5 m.']],
  ['de', 'Das kostet z. B. Nichts. Gut so.', ['Das kostet z. B. Nichts. ', 'Gut so.']],
  ['fr_FR', 'Voir M. Dupont. « Il sait ! » Bien.', ['Voir M. Dupont. ', '« Il sait ! » ', 'Bien.']],
  ['ja', '雨が降る。傘を持つ。', ['雨が降る。', '傘を持つ。']],
  ['zh_CN', '下雨了！带伞吗？好。', ['下雨了！', '带伞吗？', '好。']],
  ['ar', 'هل تمطر؟ خذ المظلة.', ['هل تمطر؟ ', 'خذ المظلة.']],
  ['hi', 'बारिश है। छाता लो।', ['बारिश है। ', 'छाता लो।']],
  ['th', 'ฝนตก เอาร่มมา', ['ฝนตก เอาร่มมา']],
  ['en', 'One line<x id="n"/>Another line', ['One line<x id="n"/>', 'Another line']],
  ['en', 'Press <g id="0">both</g>. <g id="1">Then</g> go.', ['Press <g id="0">both</g>. ', '<g id="1">Then</g> go.']],
  ['en', 'A <g id="0">b. C</g> d. E f.', ['A <g id="0">b. C</g> d. ', 'E f.']],
  ['en', 'See this. <x id="0"/>And that.', ['See this. ', '<x id="0"/>And that.']],
])('%s: %s', (language, text, sentences) => {
  expect(sentencesOf(text, language)).toEqual(sentences);
  expect(sentencesOf(text, language).join('')).toBe(text);
});

test('marks are numbered from 0, and get the numbers of another text', () => {
  const read = readSentence(' Press <g id="4">both</g> levers<x id="7"/> now. <x id="n"/>');
  expect(read).toEqual({
    key: 'Press <g id="0">both</g> levers<x id="1"/> now.',
    numbers: ['4', '7'],
    tail: ' <x id="n"/>',
  });
  expect(withNumbers('<x id="7"/>Serrez <g id="4">les <g id="9">deux</g></g>', ['4', '7'], ['1', '2'])).toBe(
    '<x id="2"/>Serrez <g id="1">les deux</g>',
  );
});

test.each([['Read more.'], ['雨です。'], ['12 34 56']])('%s says too little', (text) => {
  expect(readSentence(text)).toBeUndefined();
});
