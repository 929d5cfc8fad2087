// Two people write on two sides, and each of their words is unique. The plain model: the words each item must have, and the links
// (`links.ts`).
import { expect } from 'vitest';
import { openRig, paragraph, type Rig } from '../push/rig.ts';
import type { WpPost } from '../../../support/wordpress/site.ts';

export type Side = 'here' | 'there';

/**
 * In a small world any two items are linked; in a wide one only translations of one work, so that no two links exclude each other. In
 * a whole one, which is wide, people also delete for good, undo, restore backups, decide single fields and lose rights (`acts.ts`). In
 * a rough one, which is whole, the line also delivers writes twice and refuses single requests. In a rich one, which is rough, people
 * also make and assign categories (`terms.ts`).
 */
const SIZES = ['small', 'wide', 'whole', 'rough', 'rich'] as const;
export type Size = (typeof SIZES)[number];
export const isAtLeast = ({ size }: { size: Size }, least: Size): boolean =>
  SIZES.indexOf(size) >= SIZES.indexOf(least);

export interface World {
  rig: Rig;
  size: Size;
  languages: readonly string[];
  random: (below: number) => number;
  /** Words by item. */
  items: Map<string, Set<string>>;
  /** Wide: the items of a work, by language. */
  works: Map<string, string>[];
  links: Links;
  /** Categories of posts that somebody assigned and took away, each as "post term". */
  assigned: { made: Set<string>; unmade: Set<string> };
  /** Items that somebody deleted for good, or whose creation was undone: they may be missing. */
  gone: Set<string>;
  /** Name of the last backup that somebody made here. */
  backup: string | undefined;
  /** What was done, for whoever has to repeat it. */
  log: string[];
  nextWord: number;
}

/** What people did to links of two items, each as "item1 item2". */
export interface Links {
  made: Set<string>;
  unmade: Set<string>;
  /** Items that somebody set free. */
  freed: Set<string>;
  /** By work: the sides it was linked on, and its links on the last of these. */
  last: Map<number, { sides: Set<Side>; pairs: string[] }>;
}

/** A post, or a category with its name as the title and its description as the content. */
export interface Item {
  kind: 'post' | 'term';
  id: number;
  slug: string;
  title: string;
  content: string;
  status: string;
  lang: string;
}

/** A small generator of numbers that a seed repeats. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0;
  };
}

export async function openWorld(seed: number, surface: 'pro' | 'companion', size: Size): Promise<World> {
  const file = isAtLeast({ size }, 'whole') && seed % 3 === 0 ? { file: true } : {};
  const rig = await openRig({ ...(surface === 'pro' ? { surface } : { surface: 'free', companion: true }), ...file });
  if (size !== 'small') await rig.wp.ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'Deutsch' });
  return {
    ...{ rig, size, languages: size === 'small' ? ['en', 'fr'] : ['en', 'fr', 'de'], random: randomOf(seed) },
    ...{ items: new Map(), works: [], nextWord: 1, log: [`seed ${seed} ${surface} ${size}`] },
    links: { made: new Set(), unmade: new Set(), freed: new Set(), last: new Map() },
    assigned: { made: new Set(), unmade: new Set() },
    ...{ gone: new Set(), backup: undefined },
  };
}

/** The items of a side. Each has its name as the first word of its title. */
export function itemsOf(world: World, side: Side): Item[] {
  const { rig } = world;
  const terms = isAtLeast(world, 'rich') ? termsOf(world, side) : [];
  if (side === 'there') {
    const posts = [...rig.wp.site.posts.values()].map(({ id, slug, title, content, status, lang }) => ({
      ...{ kind: 'post' as const, id, slug, title, content, status, lang },
    }));
    return [...posts, ...terms];
  }
  const posts = rig.site.db
    .prepare(
      `SELECT 'post' AS kind, p.id, p.slug, p.title, p.content, p.status, coalesce(l.slug, '') AS lang FROM posts AS p
       LEFT JOIN item_languages AS i ON i.kind = 'post' AND i.item_id = p.id LEFT JOIN terms AS l ON l.id = i.language_id
       WHERE p.type = 'post' ORDER BY p.id`,
    )
    .all() as Item[];
  return [...posts, ...terms];
}

/** The categories that people made. */
function termsOf({ rig }: World, side: Side): Item[] {
  const all =
    side === 'there'
      ? [...rig.wp.site.terms.values()].map(({ id, slug, name, description, lang }) => ({
          ...{ kind: 'term' as const, id, slug, title: name, content: description, status: '', lang },
        }))
      : (rig.site.db
          .prepare(
            `SELECT 'term' AS kind, t.id, t.slug, t.name AS title, t.description AS content, '' AS status, coalesce(l.slug, '') AS lang
             FROM terms AS t LEFT JOIN item_languages AS i ON i.kind = 'term' AND i.item_id = t.id
             LEFT JOIN terms AS l ON l.id = i.language_id WHERE t.taxonomy = 'category' ORDER BY t.id`,
          )
          .all() as Item[]);
  return all.filter(({ title }) => title.startsWith('term'));
}

export const pathOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>): string =>
  `/wp/v2/${kind === 'post' ? 'posts' : 'categories'}/${id}`;

/** Second shells, which a request that arrives twice makes: nobody writes into them, and they are deleted once a report names them. */
export function secondShells(world: World): Item[] {
  const named = Map.groupBy(itemsOf(world, 'there'), nameOf);
  const reported = reportedShells(world);
  return [...named.values()].flatMap((all) =>
    all.filter(({ id, slug }) => slug.startsWith('pd-') && (all.length > 1 || reported.has(id))),
  );
}

/** Numbers there of the second shells that reports name. */
export function reportedShells({ rig: { site } }: World): Set<number> {
  const rows = site.db
    .prepare(`SELECT result ->> '$.params.id' FROM live_steps WHERE result ->> '$.code' = 'late_twin'`)
    .pluck()
    .all() as string[];
  return new Set(rows.map(Number));
}

/** The items of a side that people work with. */
export function ownItems(world: World, side: Side): Item[] {
  const second = side === 'there' && isAtLeast(world, 'rough') ? secondShells(world).map(({ id }) => id) : [];
  return itemsOf(world, side).filter(({ id }) => !second.includes(id));
}

export const nameOf = ({ title }: { title: string }): string => title.split(' ')[0] ?? '';
export const wordsOf = (text: string): string[] => text.match(/\bw\d+\b/g) ?? [];

export function newWord(world: World, name: string): string {
  const word = `w${world.nextWord++}`;
  world.items.set(name, (world.items.get(name) ?? new Set()).add(word));
  return word;
}

export async function send(world: World, side: Side, path: string, body: Record<string, unknown>): Promise<number> {
  const { here, wp } = world.rig;
  const answer = side === 'here' ? here.ask('POST', path, body) : await wp.ask('POST', path, body as never);
  if (answer.status >= 400) throw new Error(`${side} ${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: number }).id;
}

export async function create(world: World, side: Side): Promise<void> {
  // A pull that is undone takes the languages along.
  const { here } = world.rig;
  const request = { method: 'GET', path: '/pll/v1/languages' };
  const known = here.engine.dispatch(request, here.admin).body as object[];
  if (side === 'here' && known.length < world.languages.length) return;
  const name = `item${world.items.size + 1}`;
  const texts = Array.from({ length: 3 }, () => paragraph(`some text ${newWord(world, name)} of ${name}`));
  const lang = world.languages[world.random(world.languages.length)] ?? 'en';
  const status = world.random(3) === 0 ? 'draft' : 'publish';
  world.log.push(`${side}: create ${name} ${lang} ${status}`);
  workFor(world, lang, 'item').set(lang, name);
  const body = { title: `${name} title`, slug: name, content: texts.join('\n\n'), status, lang };
  await send(world, side, side === 'here' ? '/wp/v2/posts' : `/wp/v2/posts?lang=${lang}`, {
    ...body,
    date_gmt: '2026-01-02T03:04:05',
  });
}

/** A work that has no text in this language yet, or a category without a name in it. */
export function workFor({ works }: World, lang: string, kind: 'item' | 'term'): Map<string, string> {
  const isMeant = (work: Map<string, string>): boolean =>
    !work.has(lang) && [...work.values()].every((name) => name.startsWith(kind));
  const found = works.find(isMeant) ?? new Map<string, string>();
  if (!works.includes(found)) works.push(found);
  return found;
}

/** Somebody reads an item on a side and adds a word: to a paragraph, as a paragraph of its own, or to the title. */
export function edited(world: World, item: Pick<Item, 'title' | 'content'>): Partial<Pick<Item, 'title' | 'content'>> {
  const name = nameOf(item);
  const word = newWord(world, name);
  const kind = world.random(4);
  world.log.push(`  ${name} gets ${word} (${['title', 'paragraph', 'word', 'word'][kind]})`);
  if (kind === 0) return { title: `${item.title} ${word}` };
  const blocks = item.content.split('\n\n');
  const at = world.random(blocks.length);
  if (kind === 1 || !blocks[at]) blocks.splice(at, 0, paragraph(`new ${word} paragraph`));
  else blocks[at] = (blocks[at] ?? '').replace('</p>', ` more ${word}</p>`);
  return { content: blocks.join('\n\n') };
}

/** @param kind left out: any */
export function pick(world: World, side: Side, kind?: Item['kind']): Item | undefined {
  const all = ownItems(world, side).filter((item) => item.status !== 'trash' && (kind ?? item.kind) === item.kind);
  return all[world.random(Math.max(all.length, 1))];
}

export async function edit(world: World, side: Side, kind?: Item['kind']): Promise<void> {
  const item = pick(world, side, kind);
  if (!item) return;
  world.log.push(`${side}: edit ${item.title}`);
  if (item.kind === 'post') return void (await send(world, side, pathOf(item), edited(world, item)));
  const word = newWord(world, nameOf(item));
  const isName = world.random(3) === 0;
  world.log.push(`  ${nameOf(item)} gets ${word} (${isName ? 'name' : 'description'})`);
  const body = isName ? { name: `${item.title} ${word}` } : { description: `${item.content} more ${word}`.trim() };
  await send(world, side, pathOf(item), body);
}

export async function trash(world: World, side: Side): Promise<void> {
  const item = pick(world, side, 'post');
  if (!item) return;
  world.log.push(`${side}: trash ${item.title}`);
  const request = { method: 'DELETE', path: `/wp/v2/posts/${item.id}` };
  if (side === 'here') world.rig.here.engine.dispatch(request, world.rig.here.admin);
  else await world.rig.wp.ask('DELETE', request.path);
}

/** Somebody saves there at this very moment: as a site stores it, with a version. */
export function saveThere(world: World, post: WpPost): void {
  const changes = edited(world, post);
  Object.assign(post, changes);
  const { title, content, excerpt } = post;
  post.revisions.unshift({ id: world.rig.wp.site.nextPost++, title, content, excerpt });
}

/** Every word is on one of the sides, or in a report that shows it. */
export function assertNothingLost(world: World): void {
  const { rig } = world;
  const seen = new Set(
    [...itemsOf(world, 'here'), ...itemsOf(world, 'there')].flatMap(({ title, content }) =>
      wordsOf(`${title} ${content}`),
    ),
  );
  for (const word of reported(rig)) seen.add(word);
  for (const [name, words] of world.items)
    for (const word of words)
      expect(seen.has(word), `${word} of ${name} is nowhere\n${world.log.join('\n')}`).toBe(true);
}

/** Words of texts that a push took the place of, and shows. */
export function reported({ site }: Rig): string[] {
  const rows = site.db.prepare('SELECT result FROM live_steps WHERE result IS NOT NULL').pluck().all() as string[];
  return rows.flatMap((row) => wordsOf(JSON.stringify((JSON.parse(row) as { lost?: object }).lost ?? {})));
}
