// Work counts only in active languages: numbers, lists and the targets of bulk changes agree.
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';

interface Group {
  source: number;
  items: Record<string, { id: number; state: string }>;
}
interface Row {
  type: string;
  work: Record<string, number>;
}

const WORK = ['todo', 'missing', 'needs_update', 'draft'] as const;

function bench(): Bench {
  const desk = openBench();
  onTestFinished(() => desk.engine.close());
  for (const locale of ['en_US', 'fr_FR', 'de_DE', 'ar'])
    desk.ask('POST', '/pll/v1/languages', { locale, no_default_cat: true });
  return desk;
}

function post(desk: Bench, lang: string, more: Dict = {}): number {
  const body = { title: `In ${lang}`, content: 'Text', status: 'publish', lang, ...more };
  return bodyOf(desk.ask('POST', '/wp/v2/posts', body))['id'] as number;
}

/** A version linked to the group of a post. */
function version(desk: Bench, of: number, lang: string, status = 'publish'): number {
  const translations = bodyOf(desk.ask('GET', `/wp/v2/posts/${of}`))['translations'] as Dict;
  return post(desk, lang, { translations, status });
}

function turn(desk: Bench, code: string, active: boolean): void {
  const languages = desk.ask('GET', '/pll/v1/languages').body as { slug: string; term_id: number }[];
  const id = languages.find(({ slug }) => slug === code)?.term_id ?? 0;
  expect(desk.ask('PATCH', `/polydesk/v1/languages/${id}`, { active }).status).toBe(200);
}

const list = (desk: Bench, state: string): number[] =>
  (
    desk.engine.dispatch({ method: 'GET', path: '/polydesk/v1/groups', query: { state, orderby: 'id' } }, desk.admin)
      .body as Group[]
  ).map(({ source }) => source);

const counted = (desk: Bench): Row['work'] =>
  (desk.ask('GET', '/polydesk/v1/coverage').body as Row[]).find(({ type }) => type === 'post')?.work ?? {};

test('missing or unfinished versions in an inactive language are not work', () => {
  const desk = bench();
  const en = post(desk, 'en');
  version(desk, en, 'fr');
  version(desk, en, 'de');
  const half = post(desk, 'en');
  version(desk, half, 'ar', 'draft');
  expect(list(desk, 'missing')).toEqual([en, half]);
  turn(desk, 'ar', false);
  expect(list(desk, 'missing')).toEqual([half]);
  expect(list(desk, 'draft')).toEqual([]);
  expect(counted(desk)).toMatchObject({ todo: 1, missing: 1, draft: 0, needs_update: 0 });
  turn(desk, 'ar', true);
  expect(list(desk, 'draft')).toEqual([half]);
  expect(counted(desk)).toMatchObject({ todo: 2, missing: 2, draft: 1 });
});

test('three versions in languages that are on are complete, whatever is in the one that is off', () => {
  const desk = bench();
  const en = post(desk, 'en');
  version(desk, en, 'ar');
  turn(desk, 'ar', false);
  // As many versions as another that is complete, but not in the languages that count.
  expect(list(desk, 'missing')).toEqual([en]);
  version(desk, en, 'fr');
  version(desk, en, 'de');
  expect(list(desk, 'missing')).toEqual([]);
  expect(counted(desk)).toMatchObject({ todo: 0, missing: 0 });
});

test('numbers and lists agree whichever languages are active, and with the versions', () => {
  const desk = bench();
  const codes = ['en', 'fr', 'de', 'ar'];
  const made = fc.sample(
    fc.array(fc.tuple(fc.boolean(), fc.constantFrom('publish', 'draft')), { minLength: 4, maxLength: 4 }),
    {
      numRuns: 30,
      seed: 20_261_121,
    },
  );
  for (const versions of made) {
    let translations: Dict = {};
    for (const [at, [isThere, status]] of versions.entries()) {
      const lang = codes[at] ?? 'en';
      if (isThere) translations = { ...translations, [lang]: post(desk, lang, { translations, status }) };
    }
  }
  const groups = desk.engine.dispatch(
    { method: 'GET', path: '/polydesk/v1/groups', query: { per_page: 100 } },
    desk.admin,
  ).body as Group[];
  for (const off of [[], ['ar'], ['de', 'ar'], ['fr', 'de']]) {
    for (const code of ['fr', 'de', 'ar']) turn(desk, code, !off.includes(code));
    const on = codes.filter((code) => !off.includes(code));
    const is = (group: Group, work: (typeof WORK)[number]): boolean => {
      if (work === 'missing') return on.some((code) => !group.items[code]);
      if (work === 'todo') return WORK.slice(1).some((each) => is(group, each));
      return on.some((code) => group.items[code]?.state === work);
    };
    for (const work of WORK) {
      const wanted = groups.filter((group) => is(group, work)).length;
      expect([off, work, list(desk, work).length]).toEqual([off, work, Math.min(50, wanted)]);
      expect([off, work, counted(desk)[work]]).toEqual([off, work, wanted]);
    }
  }
});
