import { describe, expect, test } from 'vitest';
import { transact } from '../../../../core/domain/history/history.ts';
import {
  changeLanguage,
  languageCodes,
  link,
  removeLanguage,
  translationMap,
  type Item,
} from '../../../../core/domain/translations/translations.ts';
import { checkForeignKeys, checkInvariants } from '../../../../core/store/file/invariants.ts';
import { pluck, sql } from '../../../../core/store/sql.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

/**
 * Groups as text: members side by side, groups apart by a bar. The letter of a tag is its language, so `e1 f1 | d1` are an
 * English and a French tag that are translations, and a German one alone.
 */
interface World {
  bench: Bench;
  ids: Map<string, number>;
}

const LOCALES = { e: 'en_US', f: 'fr_FR', d: 'de_DE', i: 'it_IT' };
const CODES: Record<string, string> = { e: 'en', f: 'fr', d: 'de', i: 'it' };

function openWorld(groups: string): World {
  const bench = openBench();
  for (const locale of Object.values(LOCALES)) bench.ask('POST', '/pll/v1/languages', { locale });
  const ids = new Map<string, number>();
  for (const members of groups.split('|').map((group) => group.trim().split(' '))) {
    for (const name of members) ids.set(name, addTag(bench, name));
    const [first = ''] = members;
    const map = Object.fromEntries(members.map((name) => [CODES[name[0] ?? ''] ?? '', ids.get(name) ?? 0]));
    if (members.length > 1) inTransaction(bench, () => link(bench.engine.site, tag(ids.get(first)), map));
  }
  return { bench, ids };
}

function addTag({ ask }: Bench, name: string): number {
  return bodyOf(ask('POST', '/wp/v2/tags', { name, lang: CODES[name[0] ?? ''] }))['id'] as number;
}

const tag = (id: number | undefined): Item => ({ kind: 'term', id: id ?? 0, type: 'post_tag' });

function inTransaction({ engine, admin }: Bench, work: () => void): void {
  transact(engine.site, admin, () => ({ value: work(), keep: true }));
}

/** The groups as they are now, members and groups by name. Checks on the way what must hold always. */
function groupsOf({ bench, ids }: World): string {
  const { site } = bench.engine;
  const codes = languageCodes(site).byId;
  const maps = new Map([...ids].map(([name, id]) => [name, translationMap(site, tag(id), codes)]));
  const nameOf = new Map([...ids].map(([name, id]) => [id, name]));
  const groups = [...maps].map(([name, { lang, translations }]) => {
    const members = Object.values(translations).map((id) => nameOf.get(id) ?? '?');
    if (lang !== '') expect(members).toContain(name);
    // Symmetric: every member names the same members.
    for (const member of members)
      expect(Object.values(maps.get(member)?.translations ?? {}).length).toBe(members.length);
    return lang === '' ? `(${name})` : members.sort().join(' ');
  });
  expect([...checkForeignKeys(site.db), ...checkInvariants(site.db)]).toEqual([]);
  const empty = sql`SELECT count(*) FROM groups WHERE id NOT IN (SELECT group_id FROM item_languages)`;
  expect(pluck(site.db, empty)).toBe(0);
  return [...new Set(groups)].sort().join(' | ');
}

function check(before: string, work: (world: World) => void, after: string): void {
  const world = openWorld(before);
  try {
    inTransaction(world.bench, () => work(world));
    expect(groupsOf(world)).toBe(after);
  } finally {
    world.bench.engine.close();
  }
}

/** Rows of `content.md` 5.7: groups before, whose map it is, the map, groups after. */
describe('link', () => {
  test.each<[string, before: string, of: string, map: Record<string, string | number>, after: string]>([
    ['two that were alone', 'e1 | f1', 'e1', { fr: 'f1' }, 'e1 f1'],
    ['with its own key', 'e1 | f1', 'e1', { en: 'e1', fr: 'f1' }, 'e1 f1'],
    ['keys in capitals', 'e1 | f1', 'e1', { FR: 'f1' }, 'e1 f1'],
    ['a third', 'e1 f1 | d1', 'e1', { fr: 'f1', de: 'd1' }, 'd1 e1 f1'],
    ['who is not named falls out', 'e1 f1 d1', 'e1', { fr: 'f1' }, 'd1 | e1 f1'],
    ['partners of a target fall out', 'e1 | f1 d1', 'e1', { fr: 'f1' }, 'd1 | e1 f1'],
    ['of both groups', 'e1 i1 | f1 d1', 'e1', { fr: 'f1' }, 'd1 | e1 f1 | i1'],
    ['takes the place of another of its language', 'e1 | e2 f1', 'e1', { fr: 'f1' }, 'e1 f1 | e2'],
    ['in a larger group too', 'e1 | e2 f1 d1', 'e1', { fr: 'f1', de: 'd1' }, 'd1 e1 f1 | e2'],
    ['a partner is replaced', 'e1 f1 | f2', 'e1', { fr: 'f2' }, 'e1 f2 | f1'],
    ['an empty map dissolves the group', 'e1 f1 d1', 'e1', {}, 'd1 | e1 | f1'],
    ['so does only itself', 'e1 f1 d1', 'f1', { fr: 'f1' }, 'd1 | e1 | f1'],
    ['its own key names another: left alone', 'e1 f1 d1 | e2', 'e1', { en: 'e2', fr: 'f1' }, 'd1 | e1 | e2 f1'],
    ['left alone, the others stay together', 'e1 | e2 | f1', 'e1', { en: 'e2', fr: 'f1' }, 'e1 | e2 f1'],
    ['own key names another and nothing else', 'e1 f1 | e2', 'e1', { en: 'e2' }, 'e1 | e2 | f1'],
    ['the id 0', 'e1 f1', 'e1', { fr: 'f1', de: 0 }, 'e1 f1'],
    ['two for one language: the later counts', 'e1 | f1 | f2', 'e1', { fr: 'f1', FR: 'f2' }, 'e1 f2 | f1'],
    ['one twice', 'e1 | f1', 'e1', { fr: 'f1', FR: 'f1' }, 'e1 f1'],
    ['what is so already', 'e1 f1 d1', 'f1', { en: 'e1', de: 'd1' }, 'd1 e1 f1'],
  ])('%s', (_name, before, of, map, after) => {
    check(
      before,
      ({ bench, ids }) => {
        const named = Object.entries(map).map(([code, to]) => [code, typeof to === 'string' ? (ids.get(to) ?? 0) : to]);
        link(bench.engine.site, tag(ids.get(of)), Object.fromEntries(named) as Record<string, number>);
      },
      after,
    );
  });

  // `content.md` 5.7: what cannot be linked is an error, and nothing is stored.
  test.each<[string, map: Record<string, string | number>, name: string]>([
    ['a target in another language', { fr: 'f1', it: 'd1' }, 'it'],
    ['an unknown id', { fr: 'f1', de: 99 }, 'de'],
    ['an unknown language', { fr: 'f1', xx: 99 }, 'xx'],
    ['another taxonomy', { fr: 'f1', de: 1 }, 'de'],
    ['the first of several', { DE: 98, it: 99 }, 'DE'],
  ])('%s is refused by its name', (_name, map, name) => {
    check(
      'e1 f1 | d1',
      ({ bench, ids }) => {
        const named = Object.entries(map).map(([code, to]) => [code, typeof to === 'string' ? (ids.get(to) ?? 0) : to]);
        const act = () =>
          link(bench.engine.site, tag(ids.get('e1')), Object.fromEntries(named) as Record<string, number>);
        expect(act).toThrow(expect.objectContaining({ code: 'rest_invalid_param', status: 400 }) as Error);
        try {
          act();
        } catch (error) {
          expect(JSON.stringify((error as { extra: unknown }).extra)).toContain(`translations[${name}]`);
        }
      },
      'd1 | e1 f1',
    );
  });

  test('removing an item from its group requires the right to edit it', () => {
    check(
      'e1 f1 | f2',
      ({ bench, ids }) => {
        const map = { fr: ids.get('f2') ?? 0 };
        const rights = { mayRead: () => true, mayEdit: (id: number) => id !== ids.get('f1') };
        const act = () => link(bench.engine.site, tag(ids.get('e1')), map, rights);
        expect(act).toThrow(expect.objectContaining({ code: 'rest_cannot_edit', status: 403 }) as Error);
      },
      'e1 f1 | f2',
    );
    // Control: whoever may does.
    check(
      'e1 f1 | f2',
      ({ bench, ids }) => link(bench.engine.site, tag(ids.get('e1')), { fr: ids.get('f2') ?? 0 }),
      'e1 f2 | f1',
    );
  });

  test('the map tells its own language first, then the others as they were named', () => {
    const { bench, ids } = openWorld('e1 | f1 | d1 | i1');
    const { site } = bench.engine;
    const map = { it: ids.get('i1') ?? 0, en: ids.get('e1') ?? 0, de: ids.get('d1') ?? 0 };
    inTransaction(bench, () => link(site, tag(ids.get('d1')), map));
    const codes = languageCodes(site).byId;
    expect(Object.keys(translationMap(site, tag(ids.get('i1')), codes).translations)).toEqual(['it', 'en', 'de']);
    expect(Object.keys(translationMap(site, tag(ids.get('d1')), codes).translations)).toEqual(['de', 'it', 'en']);
    bench.engine.close();
  });
});

describe('another language', () => {
  test.each<[string, before: string, of: string, code: string, after: string]>([
    ['the group has none of it', 'e1 f1', 'f1', 'de', 'e1 f1'],
    ['the group has one already: it leaves alone', 'e1 f1 d1', 'f1', 'de', 'd1 e1 | f1'],
    ['the same again', 'e1 f1', 'f1', 'fr', 'e1 f1'],
    ['alone', 'e1', 'e1', 'it', 'e1'],
  ])('%s', (_name, before, of, code, after) => {
    check(
      before,
      ({ bench, ids }) => {
        const { site } = bench.engine;
        const language = languageCodes(site).byCode.get(code) ?? 0;
        expect(changeLanguage(site, tag(ids.get(of)), language)).toBe(CODES[of[0] ?? ''] !== code);
        expect(translationMap(site, tag(ids.get(of)), languageCodes(site).byId).lang).toBe(code);
      },
      after,
    );
  });

  test('none at all: the others stay linked', () => {
    check('e1 f1 d1', ({ bench, ids }) => removeLanguage(bench.engine.site, tag(ids.get('f1'))), '(f1) | d1 e1');
    check('e1', ({ bench, ids }) => removeLanguage(bench.engine.site, tag(ids.get('e1'))), '(e1)');
  });
});
