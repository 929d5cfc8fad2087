import { expect, test } from 'vitest';

const texts = import.meta.glob<{ default: Record<string, string> }>('../../../renderer/lib/messages/*/*.json', {
  eager: true,
});
const tables = Object.entries(texts).map(([path, { default: table }]) => {
  const [locale = '', area = ''] = path.split('/').slice(-2);
  return { locale, area, table };
});
const english = (area: string) => tables.find((each) => each.locale === 'en' && each.area === area)?.table ?? {};
// A word after `one {` is text, not a slot: a slot that is not alone names its kind.
const slots = (text: string) =>
  [
    ...new Set([...text.matchAll(/\{(\w+)(?:\}|, (?:plural|select|number|date|time)\b)/g)].map(([, name]) => name)),
  ].toSorted();

const sources = import.meta.glob<string>('../../../renderer/lib/messages/*/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});

test.each(Object.entries(sources))('%s gives no name twice', (_path, source) => {
  const names = [...source.matchAll(/^ {2}"([^"]+)":/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('no two areas share a name', () => {
  const names = tables.filter(({ locale }) => locale === 'en').flatMap(({ table }) => Object.keys(table));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

// The English of the history is the engine's own; summary-words.test.ts compares it.
test.each(tables.filter(({ locale, area }) => locale !== 'en' && area !== 'history.json'))(
  '$locale/$area knows only names there are, with the same places',
  ({ area, table }) => {
    for (const [name, text] of Object.entries(table)) {
      expect(Object.keys(english(area))).toContain(name);
      expect({ name, slots: slots(text) }).toEqual({ name, slots: slots(english(area)[name] ?? '') });
    }
  },
);

const ofWindow = import.meta.glob<string>('../../../electron/texts/fr.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
// Where a line ends between a word and its sign, the sign begins the next line.
const beforeSign = / [:;!?»]|« /;
test('in French a no-break space precedes two-part punctuation and is used inside quotation marks', () => {
  const french = tables.filter(({ locale }) => locale === 'fr').flatMap(({ table }) => Object.entries(table));
  expect(french.length).toBeGreaterThan(1000);
  expect(french.filter(([, text]) => beforeSign.test(text))).toEqual([]);
  const literals = Object.values(ofWindow).flatMap((source) => source.match(/'(?:[^'\\\n]|\\.)*'/g) ?? []);
  expect(literals.length).toBeGreaterThan(50);
  expect(literals.filter((text) => /[\p{L}\d}] [:;!?»]|« /u.test(text))).toEqual([]);
});

test('control: an ordinary space is found', () => {
  expect(['Vraiment ?', '« Oui »', 'Deux : trois'].filter((text) => beforeSign.test(text))).toHaveLength(3);
});
