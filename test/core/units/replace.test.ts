// Finding and replacing words in a text.
import { expect, test } from 'vitest';
import { mayHoldWords, patternOf, replaceIn, replacePattern } from '../../../core/units/replace/replace.ts';

const asked = { matchCase: false, wholeWords: true };

test.each([
  ['a word', 'Un phare avant.', 'phare', 'feu', {}, 'Un feu avant.', 1],
  ['a capital stays one', 'Phare avant', 'phare avant', 'éclairage avant', {}, 'Éclairage avant', 1],
  ['each time', 'a b a', 'a', 'c', {}, 'c b c', 2],
  ['not within a word', 'phares', 'phare', 'feu', {}, 'phares', 0],
  ['within a word where that is meant', 'phares', 'phare', 'feu', { wholeWords: false }, 'feus', 1],
  ['not another case where that is meant', 'Phare', 'phare', 'feu', { matchCase: true }, 'Phare', 0],
  ['words that hold themselves', 'a', 'a', 'aa', {}, 'aa', 1],
  ['Arabic', 'ضوء أمامي', 'ضوء', 'مصباح', {}, 'مصباح أمامي', 1],
  ['without blanks between words', '前灯很亮', '前灯', '车灯', { wholeWords: false }, '车灯很亮', 1],
  ['a letter that grows in small letters', 'İstanbul phare', 'phare', 'feu', {}, 'İstanbul feu', 1],
  ['taken away', 'a b c', ' b', '', { wholeWords: false }, 'a c', 1],
])('%s', (_name, text, q, to, how, after, count) => {
  expect(replaceIn(text, { q, to, ...asked, ...how })).toEqual({ text: after, count });
});

const nfd = (text: string): string => text.normalize('NFD');

test.each([
  ['accents encoded in two ways', nfd('Éclairage à côté'), 'à', 'â', {}, `${nfd('Éclairage')} â ${nfd('côté')}`, 1],
  ['the same, where case must match', nfd('Café, café'), 'café', 'thé', { matchCase: true }, `${nfd('Café')}, thé`, 1],
  ['a letter is not parted from its accent', 'm\u0304 m', 'm', 'n', {}, 'm\u0304 n', 1],
  ['Arabic signs and strokes', 'قرأ الكِتـابَ', 'الكتاب', 'الدفتر', {}, 'قرأ الدفتر', 1],
  ['Turkish capitals', 'İstanbul ve istanbul', 'İSTANBUL', 'Ankara', {}, 'Ankara ve istanbul', 1],
  ['Greek, at the end of a word too', 'ΟΔΟΣ και οδος', 'οδος', 'λεωφορος', {}, 'Λεωφορος και λεωφορος', 2],
  ['Thai: not within a syllable', 'มีมา', 'ม', 'น', { wholeWords: false }, 'มีนา', 1],
])('%s', (_name, text, q, to, how, after, count) => {
  expect(replaceIn(text, { q, to, ...asked, ...how })).toEqual({ text: after, count });
  expect(mayHoldWords(text, q)).toBe(true);
});

/** Whole words in scripts without spaces; the last column: as a pattern too. */
test.each([
  ['ja', '私は犬が好き', '犬', '猫', '私は猫が好き', 1],
  ['ja: not within a word', '番犬がいる、犬もいる', '犬', '猫', '番犬がいる、猫もいる', 1],
  ['zh', '我喜欢自行车。', '自行车', '汽车', '我喜欢汽车。', 1],
  ['th', 'ฉันชอบแมวมาก', 'แมว', 'หมา', 'ฉันชอบหมามาก', 1],
  ['th: not within a word', 'แมวน้ำอยู่ที่นี่', 'น้ำ', 'x', 'แมวน้ำอยู่ที่นี่', 0],
  ['beside Latin letters', 'HTTPサーバーの設定', 'HTTP', 'FTP', 'FTPサーバーの設定', 1],
  ['Latin as ever', 'phares phare', 'phare', 'feu', 'phares feu', 1],
])('whole words, %s', (_name, text, q, to, after, count) => {
  expect(replaceIn(text, { q, to, ...asked })).toEqual({ text: after, count });
  const pattern = patternOf({ q, ...asked });
  expect(replacePattern(text, pattern, { to, wholeWords: true })).toEqual({ text: after, count });
});
