// Two people write on two sides, and each of their words is unique. The plain model: the words each item must have, and the links
// (`links.ts`).
import { expect } from 'vitest';
import type { Connected } from '../push/connected.ts';
import { paragraph } from '../push/rig.ts';
import { askHere, readPolydesk } from './polydesk.ts';
import { editPicture } from './pictures.ts';
import { openSides, type Answer, type Stored, type Surface, type There } from './sides.ts';

export type Side = 'here' | 'there';

/**
 * In a small world any two items are linked; in a wide one only translations of one work, so that no two links exclude each other. In
 * a whole one, which is wide, people also delete for good, undo, restore backups, decide single fields and lose rights (`acts.ts`). In
 * a rough one, which is whole, the line also delivers writes twice and refuses single requests. In a rich one, which is rough, people
 * also make and assign categories (`terms.ts`). In an illustrated one, which is rich, also pictures (`pictures.ts`).
 */
const SIZES = ['small', 'wide', 'whole', 'rough', 'rich', 'illustrated'] as const;
export type Size = (typeof SIZES)[number];
export const isAtLeast = ({ size }: { size: Size }, least: Size): boolean =>
  SIZES.indexOf(size) >= SIZES.indexOf(least);

export interface World {
  rig: Connected;
  there: There;
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
  /** Featured images by post: the sides somebody set one on, and its name on the last of these; "" for none. */
  featured: Map<string, { sides: Set<Side>; name: string }>;
  /** Items that somebody deleted for good, or whose creation was undone: they may be missing. */
  gone: Set<string>;
  /** Words that a restored backup took away here. */
  restoredAway: Set<string>;
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

/** A post, a category with its description as the content, or a picture with its texts as the content. */
export interface Item extends Omit<Stored, 'kind'> {
  kind: 'post' | 'term' | 'media';
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

export async function openWorld(seed: number, surface: Surface, size: Size): Promise<World> {
  const isFile = isAtLeast({ size }, 'whole') && seed % 3 === 0;
  const sides = await openSides(surface, isFile);
  const { ask } = sides.there;
  if (size !== 'small') await ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'Deutsch' });
  if (isAtLeast({ size }, 'illustrated')) await ask('POST', '/pll/v1/settings', { media_support: true });
  return {
    ...{ ...sides, size, languages: size === 'small' ? ['en', 'fr'] : ['en', 'fr', 'de'], random: randomOf(seed) },
    ...{ items: new Map(), works: [], nextWord: 1, log: [`seed ${seed} ${surface} ${size}`] },
    links: { made: new Set(), unmade: new Set(), freed: new Set(), last: new Map() },
    assigned: { made: new Set(), unmade: new Set() },
    ...{ featured: new Map(), gone: new Set(), restoredAway: new Set(), backup: undefined },
  };
}

/** Whatever a side stores. */
export const read = ({ rig, there }: World, side: Side): Stored[] =>
  side === 'here' ? readPolydesk(rig.site) : there.read();

/** The items of a side that people made. Each has its name as the first word of its title. */
export function itemsOf(world: World, side: Side): Item[] {
  return read(world, side).flatMap((one): Item[] => {
    const { type, title, alt, excerpt, content } = one;
    if (type === 'post') return [{ ...one, kind: 'post' }];
    if (type === 'category' && isAtLeast(world, 'rich') && title.startsWith('term')) return [{ ...one, kind: 'term' }];
    if (type !== 'attachment' || !isAtLeast(world, 'illustrated')) return [];
    return [{ ...one, kind: 'media', content: [alt, excerpt, content].join('\n') }];
  });
}

const BASES: Readonly<Record<Item['kind'], string>> = { post: 'posts', term: 'categories', media: 'media' };
export const pathOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>): string => `/wp/v2/${BASES[kind]}/${id}`;

/**
 * Second shells and files, which a request that arrives twice makes: nobody writes into them, and they are deleted once a report
 * names them. Which of two files is the second one is not known before.
 */
export function secondOnes(world: World): Item[] {
  const named = Map.groupBy(itemsOf(world, 'there'), nameOf);
  const reported = reportedTwins(world);
  return [...named.values()].flatMap((all) =>
    all.filter(({ id, slug, kind }) => {
      if (kind === 'media') return all.length > 1;
      return slug.startsWith('pd-') && (all.length > 1 || reported.has(id));
    }),
  );
}

/** Numbers there of the second shells and files that reports name. */
export function reportedTwins({ rig: { site } }: World): Set<number> {
  const rows = site.db
    .prepare(`SELECT result ->> '$.params.id' FROM live_steps WHERE result ->> '$.code' = 'late_twin'`)
    .pluck()
    .all() as string[];
  return new Set(rows.map(Number));
}

/** The items of a side that people work with. */
export function ownItems(world: World, side: Side): Item[] {
  if (!isAtLeast(world, 'rough')) return itemsOf(world, side);
  const second = secondOnes(world);
  const files = new Set(second.filter(({ kind }) => kind === 'media').map(nameOf));
  const ids = new Set(side === 'there' ? second.map(({ kind, id }) => `${kind} ${id}`) : []);
  return itemsOf(world, side).filter((one) => !ids.has(`${one.kind} ${one.id}`) && !files.has(nameOf(one)));
}

export const nameOf = ({ title }: { title: string }): string => title.split(' ')[0] ?? '';
export const wordsOf = (text: string): string[] => text.match(/\bw\d+\b/g) ?? [];

export function newWord(world: World, name: string): string {
  const word = `w${world.nextWord++}`;
  world.items.set(name, (world.items.get(name) ?? new Set()).add(word));
  return word;
}

export function ask({ rig, there }: World, side: Side, ...of: Parameters<There['ask']>): Promise<Answer> {
  return side === 'here' ? Promise.resolve(askHere(rig.here, ...of)) : there.ask(...of);
}

export async function send(world: World, side: Side, path: string, body: Record<string, unknown>): Promise<number> {
  const answer = await ask(world, side, 'POST', path, body);
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
  await send(world, side, `/wp/v2/posts${languageQuery(world, side, lang)}`, {
    ...body,
    date_gmt: '2026-01-02T03:04:05',
  });
}

/** WordPress takes the language of a new item as a parameter. */
export const languageQuery = ({ there }: World, side: Side, lang: string): string =>
  side === 'here' || there.isHub ? '' : `?lang=${lang}`;

/** A work that has no text in this language yet, or a category or a picture without one. */
export function workFor({ works }: World, lang: string, kind: 'item' | 'term' | 'pic'): Map<string, string> {
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
  if (kind === 1 || !blocks[at]?.includes('</p>')) blocks.splice(at, 0, paragraph(`new ${word} paragraph`));
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
  await editItem(world, side, item);
}

async function editItem(world: World, side: Side, item: Item): Promise<void> {
  if (item.kind === 'post') return void (await send(world, side, pathOf(item), edited(world, item)));
  if (item.kind === 'media') return editPicture(world, side, item);
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
  await ask(world, side, 'DELETE', pathOf(item));
}

/** Somebody saves there at this very moment: as a site stores it, with a version. */
export function saveThere(world: World, item: Item): void {
  // Another Polydesk has stored it when this comes back.
  if (world.there.isHub) void editItem(world, 'there', item);
  else world.there.save(item.id, edited(world, item));
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
export function reported({ site }: Connected): string[] {
  const rows = site.db.prepare('SELECT result FROM live_steps WHERE result IS NOT NULL').pluck().all() as string[];
  return rows.flatMap((row) => wordsOf(JSON.stringify((JSON.parse(row) as { lost?: object }).lost ?? {})));
}
