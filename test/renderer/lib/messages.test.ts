import { expect, test } from 'vitest';

const texts = import.meta.glob<{ default: Record<string, string> }>('../../../renderer/lib/messages/*/*.json', {
  eager: true,
});
const tables = Object.entries(texts).map(([path, { default: table }]) => {
  const [locale = '', area = ''] = path.split('/').slice(-2);
  return { locale, area, table };
});
const english = (area: string) => tables.find((each) => each.locale === 'en' && each.area === area)?.table ?? {};
const slots = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].toSorted();

test('no two areas share a name', () => {
  const names = tables.filter(({ locale }) => locale === 'en').flatMap(({ table }) => Object.keys(table));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test.each(tables.filter(({ locale }) => locale !== 'en'))(
  '$locale/$area knows only names there are, with the same places',
  ({ area, table }) => {
    for (const [name, text] of Object.entries(table)) {
      expect(Object.keys(english(area))).toContain(name);
      expect({ name, slots: slots(text) }).toEqual({ name, slots: slots(english(area)[name] ?? '') });
    }
  },
);
