// Two people write on two sides, and each of their words is unique. The plain model: the words each item must have.
import { expect } from 'vitest';
import { openRig, paragraph, type Rig } from '../push/rig.ts';
import type { WpPost } from '../../../support/wordpress/site.ts';

export type Side = 'here' | 'there';

export interface World {
  rig: Rig;
  random: (below: number) => number;
  /** Words by item. */
  items: Map<string, Set<string>>;
  /** What was done, for whoever has to repeat it. */
  log: string[];
  nextWord: number;
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

export async function openWorld(seed: number, surface: 'pro' | 'companion'): Promise<World> {
  const rig = await openRig(surface === 'pro' ? { surface: 'pro' } : { surface: 'free', companion: true });
  return { rig, random: randomOf(seed), items: new Map(), log: [`seed ${seed} ${surface}`], nextWord: 1 };
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

async function send(world: World, side: Side, path: string, body: Record<string, unknown>): Promise<number> {
  const { here, wp } = world.rig;
  const answer = side === 'here' ? here.ask('POST', path, body) : await wp.ask('POST', path, body as never);
  if (answer.status >= 400) throw new Error(`${side} ${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: number }).id;
}

export async function create(world: World, side: Side): Promise<void> {
  // A pull that is undone takes the languages along.
  const { here } = world.rig;
  const request = { method: 'GET', path: '/pll/v1/languages' };
  if (side === 'here' && (here.engine.dispatch(request, here.admin).body as object[]).length < 2) return;
  const name = `item${world.items.size + 1}`;
  const texts = Array.from({ length: 3 }, () => paragraph(`some text ${newWord(world, name)} of ${name}`));
  const lang = world.random(2) === 0 ? 'en' : 'fr';
  const status = world.random(3) === 0 ? 'draft' : 'publish';
  world.log.push(`${side}: create ${name} ${lang} ${status}`);
  const body = { title: `${name} title`, slug: name, content: texts.join('\n\n'), status, lang };
  await send(world, side, side === 'here' ? '/wp/v2/posts' : `/wp/v2/posts?lang=${lang}`, {
    ...body,
    date_gmt: '2026-01-02T03:04:05',
  });
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

/** Makes two items translations of one another, or sets one free. */
export async function link(world: World, side: Side): Promise<void> {
  const [one, two] = [pick(world, side), pick(world, side)];
  if (!one || !two) return;
  const translations = one.lang === two.lang ? { [one.lang]: one.id } : { [one.lang]: one.id, [two.lang]: two.id };
  world.log.push(`${side}: link ${Object.keys(translations).join()} ${one.title} / ${two.title}`);
  const isPlugin = side === 'there' && world.rig.wp.site.options.companion === true;
  await send(world, side, isPlugin ? `/polydesk-link/v1/items/post/${one.id}` : `/wp/v2/posts/${one.id}`, {
    translations,
  });
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

/** The groups of a side, by names of items; of all items or of those that `isMeant`. */
export function groupsOf(world: World, side: Side, isMeant: (item: Item) => boolean = () => true): string[] {
  const all = itemsOf(world, side).filter(isMeant);
  const { site, wp } = world.rig;
  const rows =
    side === 'here'
      ? (site.db.prepare("SELECT item_id AS id, group_id AS grp FROM item_languages WHERE kind = 'post'").all() as {
          id: number;
          grp: number;
        }[])
      : [...wp.site.posts.values()].map(({ id, group }) => ({ id, grp: group }));
  const members = Map.groupBy(rows, ({ grp }) => grp);
  return [...members.values()]
    .map((own) =>
      own.flatMap(({ id }) => all.filter((one) => one.id === id).map((one) => `${nameOf(one)} ${one.lang}`)).toSorted(),
    )
    .filter(({ length }) => length > 1)
    .map((names) => names.join(', '))
    .toSorted();
}
