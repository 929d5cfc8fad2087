import { describe, expect, test } from 'vitest';
import { CHECK_IDS, checkUnit, fixUnit } from '../../../../core/units/checks/checks.ts';
import { runningChecks } from '../../../../core/units/checks/choice.ts';
import type { TermNeed } from '../../../../core/units/checks/unit.ts';
import { keepsMarks } from '../../../../core/units/marked-text.ts';
import { countLanguages, LANGUAGES, type Case } from './case.ts';
import { TABLE } from './table.ts';

const found = (check: string, { source, target, to, facts }: Case) =>
  checkUnit({ source, target, from: 'en_US', to, ...facts }, [check]);

describe.each(Object.entries(TABLE))('%s', (check, { finds, leaves }) => {
  test.each(finds)('finds $to: $target', (one) => {
    expect(found(check, one).map((finding) => finding.check)).toContain(check);
    if (one.fixed !== undefined) expect(found(check, one)[0]?.fix).toBe(one.fixed);
  });
  test.each(leaves)('leaves $to: $target', (one) => {
    expect(found(check, one)).toEqual([]);
  });
});

test.each(CHECK_IDS)('%s has texts to find and texts to leave alone in six languages each', (check) => {
  const { finds = [], leaves = [] } = TABLE[check] ?? {};
  expect(countLanguages(check, finds), 'to find').toBeGreaterThanOrEqual(LANGUAGES);
  expect(countLanguages(check, leaves), 'to leave alone').toBeGreaterThanOrEqual(LANGUAGES);
});

test('a fix at the edge of a text leaves a text alone that begins or ends with a mark', () => {
  const code = { source: ' <n id="0">npm</n> runs ', target: '<n id="0">npm</n> läuft', from: 'en', to: 'de' };
  expect(fixUnit(code, ['begin_space'])).toBe(code.target);
  expect(fixUnit(code, ['end_space'])).toBe('<n id="0">npm</n> läuft ');
  const picture = { source: ' A', target: '<x id="0"/>A', from: 'en', to: 'de' };
  expect(fixUnit(picture, ['begin_space'])).toBe(picture.target);
});

test('a fix changes no tag and no entity of a title', () => {
  const title = {
    source: 'A “b”',
    target: '&lt;i class="x"&gt;Le  "b"&lt;/i&gt; &amp;amp;  "c"',
    from: 'en',
    to: 'de',
  };
  expect(fixUnit(title, ['quotes', 'double_space'])).toBe('&lt;i class="x"&gt;Le „b“&lt;/i&gt; &amp;amp; „c“');
});

describe('terms', () => {
  const term = { word: 'beam', allowed: ['faisceau', 'rayon'], forbidden: ['poutre'], keep: false };
  const ask = (target: string, terms: readonly TermNeed[] = [term]) =>
    checkUnit({ source: 'The beam', target, from: 'en', to: 'fr', terms }).map(({ check, about }) => [check, about]);
  test('a word of the glossary in any of its forms is enough', () => {
    expect(ask('Le faisceau')).toEqual([]);
    expect(ask('Les rayons')).toEqual([]);
    expect(ask('La lumière')).toEqual([['check_glossary', 'beam: faisceau']]);
  });
  test.each([
    ['de', 'Bremse', 'Die Scheibenbremsen', true],
    ['de', 'Rad', 'Der Raddampfer', false],
    ['sv', 'broms', 'En skivbroms', true],
    ['fr', 'frein', 'Le servofrein', false],
  ])('%s: “%s” is used in “%s”: %s', (to, word, target, isUsed) => {
    const terms = [{ word: 'brake', allowed: [word], forbidden: [], keep: false }];
    const found = checkUnit({ source: 'The brake', target, from: 'en', to, terms }, ['check_glossary']);
    expect(found).toHaveLength(isUsed ? 0 : 1);
  });
  test('a forbidden word is named', () => {
    expect(ask('La poutre ou le faisceau')).toEqual([['forbidden_term', 'poutre']]);
  });
  test('a word in a longer term has its translation there', () => {
    const light = { word: 'light', allowed: ['lampe'], forbidden: [], keep: false, places: [[8, 13]] as const };
    const front = {
      word: 'front light',
      allowed: ['éclairage'],
      forbidden: [],
      keep: false,
      places: [[2, 13]] as const,
    };
    expect(ask('Un éclairage', [front, light])).toEqual([]);
    expect(
      ask('Un éclairage', [
        front,
        {
          ...light,
          places: [
            [8, 13],
            [20, 25],
          ] as const,
        },
      ]),
    ).toHaveLength(1);
  });
  test('the case of a word matters where the glossary says so, and of that word only', () => {
    const polish = { ...term, word: 'Polish', allowed: ['polonais'], forbidden: ['WEB'], caseSensitive: true };
    expect(ask('Polonais et web', [{ ...polish, exact: ['WEB'] }])).toEqual([]);
    expect(ask('Polonais et WEB', [{ ...polish, exact: ['WEB'] }])).toEqual([['forbidden_term', 'WEB']]);
    expect(ask('Polonais', [{ ...polish, exact: ['polonais'] }])).toEqual([['check_glossary', 'Polish: polonais']]);
    const kept = { word: 'Polydesk', allowed: [], forbidden: [], keep: true, caseSensitive: true };
    expect(ask('Ouvrez polydesk', [kept])).toEqual([['kept_term', 'Polydesk']]);
  });
  test('a word that stays has to stay', () => {
    const kept = [{ word: 'Polydesk', allowed: [], forbidden: [], keep: true }];
    expect(ask('Ouvrez Polydesk', kept)).toEqual([]);
    expect(ask('Ouvrez le programme', kept)).toEqual([['kept_term', 'Polydesk']]);
  });
  test('Arabic words with their article, and Japanese without blanks', () => {
    const to = (language: string, target: string, word: string) =>
      checkUnit({ source: 'The beam', target, from: 'en', to: language, terms: [{ ...term, allowed: [word] }] }, [
        'check_glossary',
      ]);
    expect(to('ar', 'والشعاع هنا', 'شعاع')).toEqual([]);
    expect(to('ja', 'これは光線です', '光線')).toEqual([]);
    expect(to('ja', 'これは線です', '光線')).toHaveLength(1);
  });
});

test('a text that is too long', () => {
  const unit = { source: 'Hi', target: 'Bonjour', from: 'en', to: 'fr', longest: 5 };
  expect(checkUnit(unit).map(({ check, about }) => [check, about])).toEqual([['max-length', '5']]);
});

test('program code is left alone, and code in a sentence is not changed by a fix', () => {
  const code = { source: 'const a = "b:c";', target: "const  a = 'b:d'", from: 'en', to: 'fr' };
  expect(checkUnit(code)).not.toEqual([]);
  expect(checkUnit({ ...code, isCode: true })).toEqual([]);
  const unit = { source: 'Use <n id="0">a  b</n>', target: 'Avec  <n id="0">a  b</n>', from: 'en', to: 'fr' };
  expect(fixUnit(unit, ['double_space'])).toBe('Avec <n id="0">a  b</n>');
});

test('nothing is checked where nothing is translated', () => {
  expect(checkUnit({ source: 'In 2024.', target: ' ', from: 'en', to: 'fr' })).toEqual([]);
});

test('fixes change no mark, and leave nothing to fix', () => {
  const { ids: usual } = runningChecks();
  for (const { finds } of Object.values(TABLE))
    for (const { source, target, to } of finds) {
      const marked = {
        source: `<g id="0">${source}</g> &amp;<x id="1"/>`,
        target: `<g id="0">${target}</g> &amp;<x id="1"/>`,
      };
      const unit = { ...marked, from: 'en_US', to };
      const fixed = fixUnit(unit, usual);
      if (keepsMarks(unit.source, unit.target)) expect(keepsMarks(unit.source, fixed)).toBe(true);
      expect(fixUnit({ ...unit, target: fixed }, usual)).toBe(fixed);
    }
});
