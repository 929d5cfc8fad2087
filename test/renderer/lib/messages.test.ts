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
