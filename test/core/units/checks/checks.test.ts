import { describe, expect, test } from 'vitest';
import { CHECK_IDS, checkUnit, fixUnit } from '../../../../core/units/checks/checks.ts';
import { keepsMarks } from '../../../../core/units/marked-text.ts';
import { TABLE, type Case } from './table.ts';

const found = (check: string, { source, target, to }: Case) =>
  checkUnit({ source, target, from: 'en_US', to }, [check]);

describe.each(Object.entries(TABLE))('%s', (check, { finds, leaves }) => {
  test.each(finds)('finds $to: $target', (one) => {
    expect(found(check, one).map((finding) => finding.check)).toContain(check);
    if (one.fixed !== undefined) expect(found(check, one)[0]?.fix).toBe(one.fixed);
  });
  test.each(leaves)('leaves $to: $target', (one) => {
    expect(found(check, one)).toEqual([]);
  });
});

test('three languages and more for every check, six for all together', () => {
  const own = ['check_glossary', 'forbidden_term', 'kept_term', 'max-length', 'spelling'];
  expect(CHECK_IDS.filter((id) => !own.includes(id) && !TABLE[id])).toEqual([]);
  const languages = new Set(
    Object.values(TABLE).flatMap(({ finds, leaves }) => [...finds, ...leaves].map(({ to }) => to)),
  );
  expect(languages.size).toBeGreaterThanOrEqual(6);
});

describe('terms', () => {
  const term = { word: 'beam', allowed: ['faisceau', 'rayon'], forbidden: ['poutre'], keep: false };
  const ask = (target: string, terms = [term]) =>
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
  for (const { finds } of Object.values(TABLE))
    for (const { source, target, to } of finds) {
      const marked = {
        source: `<g id="0">${source}</g> &amp;<x id="1"/>`,
        target: `<g id="0">${target}</g> &amp;<x id="1"/>`,
      };
      const unit = { ...marked, from: 'en_US', to };
      const fixed = fixUnit(unit);
      if (keepsMarks(unit.source, unit.target)) expect(keepsMarks(unit.source, fixed)).toBe(true);
      expect(fixUnit({ ...unit, target: fixed })).toBe(fixed);
    }
});
