// Two people write on two sides, and each of their words is unique. The plain model: the words each item must have, and the links
// (`links.ts`).
import { expect } from 'vitest';
import { openRig, paragraph, type Rig } from '../push/rig.ts';
import type { WpPost } from '../../../support/wordpress/site.ts';

export type Side = 'here' | 'there';

/**
 * In a small world any two items are linked; in a wide one only translations of one work, so that no two links exclude each other. In
 * a whole one, which is wide, people also delete for good, undo, restore backups, decide single fields and lose rights (`acts.ts`).
 */
export type Size = 'small' | 'wide' | 'whole';

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

export interface Item {
  id: number;
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
  const file = size === 'whole' && seed % 3 === 0 ? { file: true } : {};
  const rig = await openRig({ ...(surface === 'pro' ? { surface } : { surface: 'free', companion: true }), ...file });
  if (size !== 'small') await rig.wp.ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'Deutsch' });
  return {
    ...{ rig, size, languages: size === 'small' ? ['en', 'fr'] : ['en', 'fr', 'de'], random: randomOf(seed) },
    ...{ items: new Map(), works: [], nextWord: 1, log: [`seed ${seed} ${surface} ${size}`] },
    links: { made: new Set(), unmade: new Set(), freed: new Set(), last: new Map() },
    ...{ gone: new Set(), backup: undefined },
  };
}

/** The posts of a side. Each has the name of its item as the first word of its title. */
export function itemsOf({ rig }: World, side: Side): Item[] {
  if (side === 'there')
    return [...rig.wp.site.posts.values()].map(({ id, title, content, status, lang }) => ({
      id,
      title,
      content,
      status,
      lang,
    }));
  return rig.site.db
    .prepare(
      `SELECT p.id, p.title, p.content, p.status, coalesce(l.slug, '') AS lang FROM posts AS p
       LEFT JOIN item_languages AS i ON i.kind = 'post' AND i.item_id = p.id LEFT JOIN terms AS l ON l.id = i.language_id
       WHERE p.type = 'post' ORDER BY p.id`,
    )
    .all() as Item[];
}

export const nameOf = ({ title }: { title: string }): string => title.split(' ')[0] ?? '';
export const wordsOf = (text: string): string[] => text.match(/\bw\d+\b/g) ?? [];

function newWord(world: World, name: string): string {
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
  workFor(world, lang).set(lang, name);
  const body = { title: `${name} title`, slug: name, content: texts.join('\n\n'), status, lang };
  await send(world, side, side === 'here' ? '/wp/v2/posts' : `/wp/v2/posts?lang=${lang}`, {
    ...body,
    date_gmt: '2026-01-02T03:04:05',
  });
}

/** A work that has no text in this language yet. */
function workFor({ works }: World, lang: string): Map<string, string> {
  const found = works.find((work) => !work.has(lang)) ?? new Map<string, string>();
  if (!works.includes(found)) works.push(found);
  return found;
}

/** Somebody reads an item on a side and adds a word: to a paragraph, as a paragraph of its own, or to the title. */
export function edited(world: World, item: Item): Partial<Pick<Item, 'title' | 'content'>> {
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

export function pick(world: World, side: Side): Item | undefined {
  const all = itemsOf(world, side).filter(({ status }) => status !== 'trash');
  return all[world.random(Math.max(all.length, 1))];
}

export async function edit(world: World, side: Side): Promise<void> {
  const item = pick(world, side);
  if (!item) return;
  world.log.push(`${side}: edit ${item.title}`);
  await send(world, side, `/wp/v2/posts/${item.id}`, edited(world, item));
}

export async function trash(world: World, side: Side): Promise<void> {
  const item = pick(world, side);
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
