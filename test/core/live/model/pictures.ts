// People upload pictures on two sides, edit their texts, and show them in posts. The plain model: a featured image that was set on one
// side only is kept, and a picture in a text is the same one on both sides.
import { expect } from 'vitest';
import { png } from '../files/pictures.ts';
import { paragraph } from '../push/rig.ts';
import { noted } from './links.ts';
import { uploadHere } from './polydesk.ts';
import { languagesHere } from './terms.ts';
import {
  ask,
  itemsOf,
  nameOf,
  newWord,
  ownItems,
  pathOf,
  pick,
  send,
  wordsOf,
  workFor,
  type Item,
  type Side,
  type World,
} from './world.ts';

/** Somebody uploads a picture with its texts. */
export async function upload(world: World, side: Side): Promise<void> {
  const known = side === 'here' ? languagesHere(world) : world.languages;
  const lang = known[world.random(Math.max(known.length, 1))];
  if (lang === undefined || known.length < world.languages.length) return;
  const name = `pic${world.items.size + 1}`;
  world.log.push(`${side}: upload ${name} ${lang}`);
  workFor(world, lang, 'pic').set(lang, name);
  const word = (): string => newWord(world, name);
  const texts = {
    ...{ title: `${name} ${word()}`, slug: name, lang, date_gmt: '2026-01-02T03:04:05' },
    ...{ alt_text: `shows ${word()}`, caption: `seen by ${word()}`, description: `made by ${word()}` },
  };
  const { here } = world.rig;
  const [file, bytes] = [`${name}.png`, png(name)];
  const answer = side === 'here' ? uploadHere(here, file, bytes, texts) : await world.there.upload(file, bytes, texts);
  if (answer.status >= 400) throw new Error(`${side} upload: ${JSON.stringify(answer.body)}`);
}

/** Somebody adds a word to one of the texts of a picture. */
export async function editPicture(world: World, side: Side, item: Item): Promise<void> {
  const word = newWord(world, nameOf(item));
  const [alt_text = '', caption = '', description = ''] = item.content.split('\n');
  const fields = Object.entries({ title: item.title, alt_text, caption, description });
  const [name, text] = fields[world.random(fields.length)] ?? ['title', item.title];
  world.log.push(`  ${nameOf(item)} gets ${word} (${name})`);
  await send(world, side, pathOf(item), { [name]: `${text} more ${word}` });
}

/** Somebody makes a picture the featured image of a post, or takes it away. */
export async function feature(world: World, side: Side): Promise<void> {
  const [post, picture] = [pick(world, side, 'post'), pick(world, side, 'media')];
  if (!post || !picture) return;
  const isTaken = post.featured > 0 && world.random(3) === 0;
  world.log.push(`${side}: ${nameOf(post)} features ${isTaken ? 'nothing' : nameOf(picture)}`);
  await noted(world, side, () => send(world, side, pathOf(post), { featured_media: isTaken ? 0 : picture.id }));
}

/** Somebody shows a picture in the text of a post, with a word of its own. */
export async function show(world: World, side: Side): Promise<void> {
  const [post, picture] = [pick(world, side, 'post'), pick(world, side, 'media')];
  if (!post || !picture) return;
  const { body } = await ask(world, side, 'GET', `${pathOf(picture)}?context=edit`);
  const { source_url } = body as { source_url: string };
  const word = newWord(world, nameOf(post));
  world.log.push(`${side}: ${nameOf(post)} shows ${nameOf(picture)} with ${word}`);
  const image = `<img src="${source_url}" alt="${word}" class="wp-image-${picture.id}"/>`;
  const block = `<!-- wp:image {"id":${picture.id}} -->\n<figure class="wp-block-image">${image}</figure>\n<!-- /wp:image -->`;
  const blocks = post.content === '' ? [] : post.content.split('\n\n');
  blocks.splice(world.random(blocks.length + 1), 0, block);
  await send(world, side, pathOf(post), { content: blocks.join('\n\n') });
}

/** Names of pictures by their number on a side. */
function names(world: World, side: Side): Map<number, string> {
  return new Map(itemsOf(world, side).flatMap((item) => (item.kind === 'media' ? [[item.id, nameOf(item)]] : [])));
}

/** Names of the pictures that texts on a side show: nobody deletes those there. */
export function shownOn(world: World, side: Side): string[] {
  const known = names(world, side);
  const texts = itemsOf(world, side).map(({ content }) => content);
  return texts.flatMap((text) => [...text.matchAll(/wp-image-(\d+)/g)].map(([, id]) => known.get(Number(id)) ?? ''));
}

const LOST = /^(?:unknown_number|lost_number|deleted_item|deleted_unnamed)$/;

/** Somebody takes pictures that are no longer there out of texts here that cannot be sent with them. Their words are kept. */
export async function removeLost(world: World): Promise<void> {
  const known = names(world, 'here');
  const { rows } = world.rig;
  const held = new Set(rows().flatMap(({ hindrance, item_id }) => (LOST.test(hindrance?.code ?? '') ? [item_id] : [])));
  for (const post of itemsOf(world, 'here').filter(({ kind, id }) => kind === 'post' && held.has(id))) {
    const blocks = post.content.split('\n\n').map((block) => {
      const id = /wp-image-(\d+)/.exec(block)?.[1];
      return id === undefined || known.has(Number(id)) ? block : paragraph(`without ${wordsOf(block).join(' ')}`);
    });
    world.log.push(`here: ${nameOf(post)} loses pictures`);
    await send(world, 'here', pathOf(post), { content: blocks.join('\n\n') });
  }
}

/** Whether a file that was deleted there is only known here by its address: it cannot be uploaded again. */
export function isWithoutFile({ rig: { site } }: World, id: number): boolean {
  return site.db.prepare(`SELECT source_url <> '' FROM media WHERE post_id = ?`).pluck().get(id) === 1;
}

/** A text with names of pictures in place of their numbers and addresses, which each side has of its own. */
export function withNames(world: World, side: Side, text: string): string {
  const known = names(world, side);
  const name = (id: string): string => known.get(Number(id)) ?? id;
  return text
    .replace(/wp-image-(\d+)/g, (_all, id: string) => `wp-image-${name(id)}`)
    .replace(/"id":(\d+)/g, (_all, id: string) => `"id":"${name(id)}"`)
    .replace(/src="[^"]*\/(pic\d+)[^"/]*"/g, 'src="$1"');
}

/** The featured image of each post on a side; "" for none. A second shell has the name of its post, and none. */
export function featuredOn(world: World, side: Side): Map<string, string> {
  const known = names(world, side);
  const posts = ownItems(world, side).filter(({ kind }) => kind === 'post');
  return new Map(posts.map((post) => [nameOf(post), post.featured === 0 ? '' : (known.get(post.featured) ?? '?')]));
}

/** Notes which featured images somebody's work has changed on a side. */
export function noteFeatured(world: World, side: Side, before: ReadonlyMap<string, string>): void {
  for (const [post, name] of featuredOn(world, side)) {
    if (name === (before.get(post) ?? '')) continue;
    const { sides = new Set<Side>() } = world.featured.get(post) ?? {};
    world.featured.set(post, { sides: sides.add(side), name });
  }
}

/** From now on either side may be right about the featured images of these posts, or that are these pictures. */
export function forgetFeatured({ featured }: World, isMeant: (name: string) => boolean): void {
  for (const [post, { name, sides }] of featured)
    if (isMeant(post) || isMeant(name)) for (const side of ['here', 'there'] as const) sides.add(side);
}

/** Posts whose featured image was set on one side only, with it. */
function meant({ featured, gone }: World): [post: string, picture: string][] {
  return [...featured].flatMap(([post, { sides, name }]): [string, string][] =>
    sides.size > 1 || gone.has(post) || gone.has(name) ? [] : [[post, name]],
  );
}

/** Every featured image that somebody set is the one of its post on a side. */
export function assertNoFeaturedLost(world: World): void {
  const [here, there] = [featuredOn(world, 'here'), featuredOn(world, 'there')];
  for (const [post, picture] of meant(world))
    expect([here.get(post), there.get(post)], `featured image of ${post}\n${world.log.join('\n')}`).toContain(picture);
}

/** In the end: both sides have the same featured images, and those that were set on one side only. */
export function assertFeatured(world: World, isMeant: (item: Item) => boolean): void {
  const told = world.log.join('\n');
  const posts = new Set(itemsOf(world, 'here').filter(isMeant).map(nameOf));
  const own = (side: Side): [string, string][] =>
    [...featuredOn(world, side)].filter(([post]) => posts.has(post)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(own('here'), told).toEqual(own('there'));
  const now = new Map(own('here'));
  for (const [post, picture] of meant(world).filter(([name]) => now.has(name)))
    expect(now.get(post), `featured image of ${post}\n${told}`).toBe(picture);
}
