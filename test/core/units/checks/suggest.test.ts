// Changes that are offered for a finding, to be chosen one by one: never among the safe fixes.
import { expect, test } from 'vitest';
import { checkUnit, fixUnit } from '../../../../core/units/checks/checks.ts';
import { suggestionsFor } from '../../../../core/units/checks/suggest.ts';
import type { TermNeed } from '../../../../core/units/checks/unit.ts';

const light: TermNeed = {
  ...{ word: 'rear light', allowed: ['feu arrière', 'lampe arrière'], keep: false },
  ...{ forbidden: ['phare arrière'], exact: [] },
};
interface Case {
  source: string;
  target: string;
  to?: string;
  terms?: TermNeed[];
}
const unitOf = ({ source, target, to = 'fr_FR', terms = [] }: Case) => ({ source, target, from: 'en_US', to, terms });

test.each<[string, Case, [word: string, target: string][]]>([
  ['a number', { source: 'Use 800 lumens.', target: 'Prenez 80 lumens.' }, [['800', 'Prenez 800 lumens.']]],
  [
    'a number within marks, also where a mark has the same number',
    { source: 'Use <g id="80">800 lumens</g>.', target: 'Prenez <g id="80">80 lumens</g>.' },
    [['800', 'Prenez <g id="80">800 lumens</g>.']],
  ],
  [
    'in the digits of the translation',
    { source: 'Use 800 lumens.', target: 'استخدم ٨٠ لومن.', to: 'ar' },
    [['٨٠٠', 'استخدم ٨٠٠ لومن.']],
  ],
  ['Japanese', { source: 'Ride 45 km.', target: '54キロ走る。', to: 'ja' }, [['45', '45キロ走る。']]],
  ['not where two numbers differ', { source: 'From 45 to 90 km.', target: 'De 54 à 19 km.' }, []],
  ['not where one is missing', { source: 'Use 800 lumens.', target: 'Prenez des lumens.' }, []],
  ['not where one is added', { source: 'Use lumens.', target: 'Prenez 80 lumens.' }, []],
  ['not where it is written twice', { source: 'Use 800 lumens.', target: 'Prenez 80 lumens, oui, 80.' }, []],
  ['not with groups of digits', { source: 'Use 1,800 lumens.', target: 'Prenez 180 lumens.' }, []],
  ['beside its measure', { source: 'Carry 45 kg.', target: 'Portez 54kg.' }, [['45', 'Portez 45kg.']]],
  ['not part of a name', { source: 'Ride 45 km on A99.', target: 'Roulez sur A54.' }, []],
  ['not a part of a date', { source: 'On 45 roads.', target: 'Le 15.03.54 ici.' }, []],
  ['not a decimal', { source: 'Ride 45 km.', target: 'Roulez 54,5 km.' }, []],
  ['not what is locked', { source: 'Use 800.', target: 'Prenez <n id="1">80</n>.' }, []],
  ['not where numbers are rounded', { source: 'About 30k riders.', target: 'Environ 40000 cyclistes.' }, []],
])('numbers: %s', (_, given, expected) => {
  const found = suggestionsFor(unitOf(given), 'numbers');
  expect(found.map(({ word, target }) => [word, target])).toEqual(expected);
  // What is suggested settles it.
  for (const { target } of found)
    expect(checkUnit({ ...unitOf(given), target }).map(({ check }) => check)).not.toContain('numbers');
});

test.each<[string, Case, [word: string, target: string][]]>([
  [
    'the preferred word in the place of one to avoid',
    { source: 'A red rear light.', target: 'Un phare arrière rouge.', terms: [light] },
    [['feu arrière', 'Un feu arrière rouge.']],
  ],
  [
    'a capital at the start stays one, and marks stay',
    { source: '<g id="0">Rear light</g> on.', target: '<g id="0">Phare arrière</g> allumé.', terms: [light] },
    [['feu arrière', '<g id="0">Feu arrière</g> allumé.']],
  ],
  ['not another form', { source: 'Rear lights.', target: 'Des phares arrière.', terms: [light] }, []],
  ['not part of a word', { source: 'A rear light.', target: 'Un phare arrièrement.', terms: [light] }, []],
  [
    'not where marks divide it',
    { source: 'A rear light.', target: 'Un phare <g id="0">arrière</g>.', terms: [light] },
    [],
  ],
  ['nothing in its place', { source: 'A rear light.', target: 'Un truc rouge.', terms: [light] }, []],
  [
    'nothing to use instead',
    { source: 'A rear light.', target: 'Un phare arrière.', terms: [{ ...light, allowed: [] }] },
    [],
  ],
])('terms: %s', (_, given, expected) => {
  for (const check of ['check_glossary', 'forbidden_term'])
    expect(suggestionsFor(unitOf(given), check).map(({ word, target }) => [word, target])).toEqual(expected);
});

test('what is suggested is never done with the safe fixes', () => {
  const unit = unitOf({ source: 'Use 800 rear lights.', target: 'Prenez 80  phare arrière.', terms: [light] });
  const found = checkUnit(unit);
  const suggested = found.filter(({ check }) => suggestionsFor(unit, check).length > 0);
  expect(suggested.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['numbers', 'forbidden_term', 'check_glossary']),
  );
  expect(suggested.filter(({ fix }) => fix !== undefined)).toEqual([]);
  const all = found.map(({ check }) => check);
  expect(fixUnit(unit, all)).toBe('Prenez 80 phare arrière.');
});

test('other checks suggest nothing', () => {
  const unit = unitOf({ source: 'Hello {name}.', target: 'Bonjour  ' });
  for (const { check } of checkUnit(unit)) expect(suggestionsFor(unit, check)).toEqual([]);
});
