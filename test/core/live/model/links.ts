// Two people link translations on two sides. The plain model: a link that somebody made is kept, unless somebody has set one of its
// items free.
import { expect } from 'vitest';
import { assignmentsOf } from './assignments.ts';
import { featuredOn, noteFeatured } from './pictures.ts';
import { itemsOf, nameOf, ownItems, pathOf, pick, send, type Item, type Side, type World } from './world.ts';

/** Makes items translations of one another, or sets some free. */
export async function link(world: World, side: Side, of?: Item['kind']): Promise<void> {
  const [one, map] = world.size === 'small' ? ofAny(world, side) : ofWork(world, side, of);
  if (!one) return;
  const titles = itemsOf(world, side).filter(({ id, kind }) => kind === one.kind && Object.values(map).includes(id));
  world.log.push(`${side}: link ${nameOf(one)} in ${titles.map((item) => `${nameOf(item)} ${item.lang}`).join(', ')}`);
  const kind = one.kind === 'term' ? 'term' : 'post';
  const isPlugin = side === 'there' && world.there.hasPlugin;
  const path = isPlugin ? `/polydesk-link/v1/items/${kind}/${one.id}` : pathOf(one);
  await noted(world, side, () => send(world, side, path, { translations: map }));
}

/** Notes what somebody's work links and sets free on a side, and what it assigns and takes away. */
export async function noted(world: World, side: Side, work: () => unknown): Promise<void> {
  const [before, assigned, featured] = [pairsOf(world, side), assignmentsOf(world, side), featuredOn(world, side)];
  await work();
  noteFeatured(world, side, featured);
  note(world, side, before);
  const now = assignmentsOf(world, side);
  for (const pair of now) if (!assigned.includes(pair)) world.assigned.made.add(pair);
  for (const pair of assigned) if (!now.includes(pair)) world.assigned.unmade.add(pair);
}

/** From now on either side may be right about the links of these items. */
export function forgetLinks({ works, links }: World, isMeant: (name: string) => boolean): void {
  for (const pair of links.made) if (pair.split(' ').some(isMeant)) links.unmade.add(pair);
  for (const [at, work] of works.entries())
    if ([...work.values()].some(isMeant)) links.last.set(at, { sides: new Set(['here', 'there']), pairs: [] });
}

type Change = [one: Item | undefined, map: Record<string, number>];

/** Two items of any kind, or one alone. */
function ofAny(world: World, side: Side): Change {
  const [one, two] = [pick(world, side), pick(world, side)];
  return one && two ? [one, one.lang === two.lang ? mapOf([one]) : mapOf([one, two])] : [undefined, {}];
}

/** Another text of the same work joins the group with its own partners or without them; or the group is dissolved, or loses one. */
function ofWork(world: World, side: Side, of?: Item['kind']): Change {
  const one = pick(world, side, of);
  // Translations of a file have the same file.
  if (!one || one.kind === 'media') return [undefined, {}];
  const groups = groupsIn(world, side);
  const groupOf = (item: Item): Item[] =>
    groups.find((members) => members.some((other) => isSame(other, item))) ?? [item];
  const own = groupOf(one);
  const kind = world.random(8);
  if (own.length > 1 && kind === 0) return [one, mapOf([one])];
  const other = own.filter((member) => !isSame(member, one))[world.random(own.length - 1)];
  if (other && kind === 1) return [one, mapOf(own.filter((member) => !isSame(member, other)))];
  const names = new Set(world.works.find((work) => work.get(one.lang) === nameOf(one))?.values());
  const free = ownItems(world, side).filter(
    (item) => names.has(nameOf(item)) && item.status !== 'trash' && !own.some((member) => isSame(member, item)),
  );
  const two = free[world.random(free.length)];
  if (!two) return [undefined, {}];
  return [one, { ...mapOf(kind === 2 ? [two] : groupOf(two)), ...mapOf(own) }];
}

const isSame = (a: Item, b: Item): boolean => a.kind === b.kind && a.id === b.id;

const mapOf = (items: readonly Item[]): Record<string, number> =>
  Object.fromEntries(items.map(({ lang, id }) => [lang, id]));

/** What somebody has linked and set free. */
function note(world: World, side: Side, before: readonly string[]): void {
  const { made, unmade, freed, last } = world.links;
  const after = pairsOf(world, side);
  const linked = new Set(after.flatMap((pair) => pair.split(' ')));
  for (const pair of after) if (!before.includes(pair)) made.add(pair);
  for (const pair of before.filter((one) => !after.includes(one))) {
    unmade.add(pair);
    for (const name of pair.split(' ')) if (!linked.has(name)) freed.add(name);
  }
  const changed = [...before, ...after].filter((pair) => !before.includes(pair) || !after.includes(pair));
  for (const [at, work] of world.works.entries()) {
    const names = [...work.values()];
    const isOwn = (pair: string): boolean => pair.split(' ').some((name) => names.includes(name));
    if (!changed.some(isOwn)) continue;
    const sides = (last.get(at)?.sides ?? new Set()).add(side);
    last.set(at, { sides, pairs: after.filter(isOwn) });
  }
}

/** The groups of a side; of all items or of those that `isMeant`. */
function groupsIn(world: World, side: Side, isMeant: (item: Item) => boolean = () => true): Item[][] {
  const all = itemsOf(world, side).filter((item) => item.lang !== '' && isMeant(item));
  const groupOf = ({ kind, group }: Item): string => `${kind === 'term' ? kind : 'post'} ${group}`;
  return [...Map.groupBy(all, groupOf).values()].filter(({ length }) => length > 1);
}

/** The same by names of items. */
export const groupsOf = (...of: Parameters<typeof groupsIn>): string[] =>
  groupsIn(...of)
    .map((items) =>
      items
        .map((item) => `${nameOf(item)} ${item.lang}`)
        .toSorted()
        .join(', '),
    )
    .toSorted();

/** Every two items that are linked on a side. */
function pairsOf(...of: Parameters<typeof groupsIn>): string[] {
  return groupsIn(...of).flatMap((items) => {
    const names = items.map(nameOf).toSorted();
    return names.flatMap((one, at) => names.slice(at + 1).map((two) => `${one} ${two}`));
  });
}

/** An item and all that are linked with it on either side, by name. */
export function membersWith(world: World, name: string): Set<string> {
  const groups = (['here', 'there'] as const).flatMap((side) =>
    groupsIn(world, side).map((items) => items.map(nameOf)),
  );
  return new Set([name, ...groups.filter((names) => names.includes(name)).flat()]);
}

/** The links that must be: made by somebody, and neither of the items was set free. */
function meantLinks({ links: { made, unmade, freed } }: World): string[] {
  return [...made].filter((pair) => !unmade.has(pair) && !pair.split(' ').some((name) => freed.has(name)));
}

/** Every link that somebody made is on one of the sides. */
export function assertNoLinkLost(world: World): void {
  if (world.size === 'small') return;
  const there = new Set([...pairsOf(world, 'here'), ...pairsOf(world, 'there')]);
  for (const pair of meantLinks(world))
    expect(there.has(pair), `the link ${pair} is nowhere\n${world.log.join('\n')}`).toBe(true);
}

/** In the end: both sides have every link, and a work that was linked on one side only is linked as it is there. */
export function assertLinks(world: World, isMeant: (item: Item) => boolean): void {
  if (world.size === 'small') return;
  const told = world.log.join('\n');
  const pairs = pairsOf(world, 'here', isMeant);
  const names = new Set(itemsOf(world, 'here').filter(isMeant).map(nameOf));
  const isLeft = (pair: string): boolean => pair.split(' ').every((name) => names.has(name));
  for (const pair of meantLinks(world).filter(isLeft))
    expect(pairs.includes(pair), `the link ${pair} is lost\n${told}`).toBe(true);
  for (const [at, { sides, pairs: last }] of world.links.last) {
    const own = new Set(world.works[at]?.values());
    const now = pairs.filter((pair) => pair.split(' ').some((name) => own.has(name)));
    const wanted = last.filter(isLeft).toSorted();
    if (sides.size > 1) continue;
    expect(now.toSorted(), told).toEqual(wanted);
  }
}
