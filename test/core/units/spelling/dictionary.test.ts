// Dictionaries written here, one for each feature of the format that a language needs: suffixes, articles, compounds, ignored
// characters.
import { describe, expect, test } from 'vitest';
import { encodingOf } from '../../../../core/units/spelling/affixes.ts';
import { readDictionary } from '../../../../core/units/spelling/dictionary.ts';
import { checkUnit } from '../../../../core/units/checks/checks.ts';

interface Made {
  aff: string;
  words: string;
  right: string;
  wrong: string;
}

const MADE: Readonly<Record<string, Made>> = {
  'endings, and a prefix across them': {
    aff: `SET UTF-8
PFX U Y 1
PFX U 0 un .
SFX S Y 2
SFX S y ies [^aeiou]y
SFX S 0 s [^sxy]
SFX D Y 1
SFX D e ed e
SFX N N 1
SFX N 0 ness .`,
    words: 'party/S\nlight/S\nlike/UDSN\nhappy/UN\nISBN\nParis',
    right: 'party parties Parties PARTIES light lights like liked unliked unlikes unlike Paris PARIS ISBN likeness',
    wrong: 'partys partyes lighted liken unparty unlikeness paris isbn lightss un s',
  },
  'a word that needs an ending, a word that is wrong, a word in small letters': {
    aff: `NEEDAFFIX h
FORBIDDENWORD d
KEEPCASE w
SFX A Y 1
SFX A 0 en .`,
    words: 'geb/hA\nkg/w\nlaufen\nlauffen/d\nganz/A\nganzen/d',
    right: 'geben Geben kg laufen ganz',
    wrong: 'geb Kg KG lauffen ganzen',
  },
  'an ending on an ending': {
    aff: `SFX P Y 1
SFX P 0 ház/Q .
SFX Q Y 1
SFX Q 0 ban .`,
    words: 'iskola/P',
    right: 'iskola iskolaház iskolaházban',
    wrong: 'iskolaban iskolaházházban',
  },
  'both ends at once': {
    aff: `CIRCUMFIX X
PFX G Y 1
PFX G 0 ge/X .
SFX T Y 2
SFX T 0 t/X .
SFX T 0 e .`,
    words: 'mach/GT',
    right: 'mach mache gemacht',
    wrong: 'gemach macht gemache',
  },
  'compounds of German': {
    aff: `COMPOUNDBEGIN x
COMPOUNDMIDDLE y
COMPOUNDEND z
COMPOUNDPERMITFLAG c
ONLYINCOMPOUND o
COMPOUNDMIN 2
SFX j Y 1
SFX j 0 s/xyoc .
SFX p Y 1
SFX p 0 en .`,
    words: 'Haus/x\nhaus/zoy\ntür/zyop\nTür/pjx\nÜbersetzung/jp\nspeicher/zop\nSpeicher',
    right: 'Haus Hausspeicher Haustür Haustüren Übersetzungsspeicher Übersetzung Speicher HAUSTÜR Haus-Tür',
    wrong: 'haus tür speicher Übersetzungs Haustürs Hustür Übersetzungspeicher Haustürenspeicher Haus-Tuer',
  },
  'compounds by one flag, but none with capitals or three letters': {
    aff: `COMPOUNDFLAG Y
COMPOUNDMIN 3
CHECKCOMPOUNDCASE
CHECKCOMPOUNDTRIPLE
COMPOUNDFORBIDFLAG N
SFX S Y 1
SFX S 0 s/N .`,
    words: 'bus/YS\nstopp/Y\npappa/Y\nAnna/Y\nab/Y',
    right: 'bus buss busstopp stoppbus Anna',
    wrong: 'stopppappa busAnna abbus bussstopp',
  },
  'articles and other apostrophes': {
    aff: `ICONV 1
ICONV ’ '
FLAG long
PFX L' Y 1
PFX L' 0 l' [aeéh]
PFX D' Y 1
PFX D' 0 d' .
SFX S. Y 1
SFX S. 0 s .`,
    words: "arbre/L'S.\nvélo/S.\neau/L'D'\naujourd'hui",
    right: "arbre l'arbre l’arbre L’arbre arbres l'arbres d'eau vélos aujourd’hui",
    wrong: "l'vélo d'arbre velo larbre",
  },
  'signs that are not written, and lists of flags by number': {
    aff: `FLAG num
IGNORE َُِّـ
AF 2
AF 11,12
AF 12
PFX 11 Y 1
PFX 11 0 ال .
SFX 12 Y 1
SFX 12 0 ات .`,
    words: 'دراجة\nكتاب/1\nسيار/2',
    right: 'كتاب الكتاب كِتَاب كتـــاب سيارات الكتابات دَرَّاجة',
    wrong: 'كتب السيارات كتابان',
  },
  'brackets and other signs in conditions': {
    aff: `FULLSTRIP
SFX A Y 3
SFX A o i [^-cg)]o
SFX A co chi co
SFX A go . (go`,
    words: 'libro/A po:noun\nfuoco/A\tpo:noun\nand\\/or',
    right: 'libri fuochi libro fuoco and/or',
    wrong: 'fuoci libr and',
  },
};

describe.each(Object.entries(MADE))('%s', (_name, { aff, words, right, wrong }) => {
  const isWord = readDictionary(aff, `${words.split('\n').length}\n${words}\n`);
  test.each(right.split(' '))('%s is a word', (word) => expect(isWord(word)).toBe(true));
  test.each(wrong.split(' '))('%s is not', (word) => expect(isWord(word)).toBe(false));
});

test('a long word of short parts takes no time', () => {
  const words = 'a b c d e aa ab ba bb aaa aab aba baa'.split(' ').map((word) => `${word}/Y`);
  const isWord = readDictionary('COMPOUNDFLAG Y\nCOMPOUNDMIN 1\nCOMPOUNDWORDMAX 60', `13\n${words.join('\n')}`);
  expect(isWord(`${'ab'.repeat(29)}x`)).toBe(false);
  expect(isWord('ab'.repeat(29))).toBe(true);
});

test.each([
  ['SET UTF-8', 'utf-8'],
  ['# SET\nSET ISO8859-15', 'iso-8859-15'],
  ['SET KOI8-R', 'koi8-r'],
  ['SET microsoft-cp1251', 'windows-1251'],
  ['TRY abc', 'iso-8859-1'],
])('%s is read as %s', (aff, encoding) => {
  expect(encodingOf(aff)).toBe(encoding);
  expect(new TextDecoder(encoding)).toBeDefined();
});

describe('the check', () => {
  const known = new Set('le vélo rouge est un frein la roue'.split(' '));
  const isWord = (word: string): boolean => known.has(word.toLowerCase());
  const ask = (target: string, source = 'The text', more = {}): string[] =>
    checkUnit({ source, target, from: 'en', to: 'fr', isWord, ...more }, ['spelling']).map(({ about }) => about);

  test.each([
    ['Le vélo ruoge', ['ruoge']],
    ['Le vléo est un vléo rouge', ['vléo']],
    ['Le vélo <g id="0">ruoge</g> est <x id="1"/>', ['ruoge']],
    ['Le vélo roug\u00ade', []],
    ['Voir https://exemple.test/ruoge, www.ruoge.test, ruoge@exemple.test, ruoge.php', ['Voir']],
    ['Le vélo %s {ruoge} [ruoge id="1"] 3ruoge ruoge_un @ruoge', []],
    ['LE ONU CGT eBay', []],
    ['赤い自転車', []],
  ])('%s', (target, about) => expect(ask(target)).toEqual(about));

  test.each([
    ['Le vélo-roue', []],
    ['Le vélo-ruoge', ['vélo-ruoge']],
    ['Le ruoge- et roue', ['ruoge', 'et']],
    ['Le vélo‑ruoge vélo–ruego', ['ruoge', 'ruego']],
    ['Mi-24 3-ruoge ruoge24', []],
    ['SQL-Ruoge R', []],
    ['Le Ruoge-Vélo', ['Ruoge-Vélo']],
  ])('hyphens: %s', (target, about) => {
    const dictionary = readDictionary('SET UTF-8', `7\n${[...known].join('\n')}\n`);
    expect(ask(target, 'The text', { isWord: dictionary })).toEqual(about);
  });

  test('words of the source and of the glossary are names', () => {
    expect(ask('Le vélo Shimano', 'The Shimano bike')).toEqual([]);
    expect(
      ask('Le dérailleur', 'The text', { terms: [{ word: 'x', allowed: ['dérailleur'], forbidden: [], keep: false }] }),
    ).toEqual([]);
    expect(ask('Le dérailleur')).toEqual(['dérailleur']);
  });
  test('nothing is found without a dictionary', () => {
    expect(checkUnit({ source: 'The text', target: 'Le ruoge', from: 'en', to: 'fr' }, ['spelling'])).toEqual([]);
  });
});
