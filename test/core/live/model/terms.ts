// People make categories on two sides and assign them to posts.
import { noted } from './links.ts';
import { itemsOf, languageQuery, nameOf, newWord, ownItems, send, workFor, type Side, type World } from './world.ts';

export async function createTerm(world: World, side: Side): Promise<void> {
  const known = side === 'here' ? languagesHere(world) : world.languages;
  const lang = known[world.random(Math.max(known.length, 1))];
  if (lang === undefined || known.length < world.languages.length) return;
  const name = `term${world.items.size + 1}`;
  world.log.push(`${side}: create ${name} ${lang}`);
  workFor(world, lang, 'term').set(lang, name);
  const body = { name: `${name} ${newWord(world, name)}`, slug: name, description: `about ${newWord(world, name)}` };
  const query = languageQuery(world, side, lang);
  await send(world, side, `/wp/v2/categories${query}`, query === '' ? { ...body, lang } : body);
}

export function languagesHere({ rig: { here } }: World): string[] {
  const request = { method: 'GET', path: '/pll/v1/languages' };
  return (here.engine.dispatch(request, here.admin).body as { slug: string }[]).map(({ slug }) => slug);
}

/** Somebody assigns a category to a post of its language, or takes it away. */
export async function assign(world: World, side: Side): Promise<void> {
  const { random, log } = world;
  const posts = ownItems(world, side).filter(({ kind, status }) => kind === 'post' && status !== 'trash');
  const post = posts[random(Math.max(posts.length, 1))];
  const terms = itemsOf(world, side).filter(({ kind, lang }) => kind === 'term' && lang === post?.lang);
  const term = terms[random(Math.max(terms.length, 1))];
  if (!post || !term) return;
  const own = new Set(post.categories);
  const isTaken = own.has(term.id) && random(2) === 0;
  log.push(`${side}: ${isTaken ? 'take' : 'assign'} ${nameOf(term)} ${isTaken ? 'from' : 'to'} ${nameOf(post)}`);
  if (isTaken) own.delete(term.id);
  else own.add(term.id);
  await noted(world, side, () => send(world, side, `/wp/v2/posts/${post.id}`, { categories: [...own] }));
}
