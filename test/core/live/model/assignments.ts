// Which categories posts have. The plain model: an assignment that somebody made is kept, unless somebody took it away, or one of both
// items is gone.
import { expect } from 'vitest';
import { itemsOf, nameOf, read, type Item, type Side, type World } from './world.ts';

/** What is assigned on a side, each as "post term". */
export function assignmentsOf(world: World, side: Side, isMeant: (item: Item) => boolean = () => true): string[] {
  const all = itemsOf(world, side);
  const terms = new Map(all.flatMap((item) => (item.kind === 'term' ? [[item.id, nameOf(item)] as const] : [])));
  return all
    .filter((item) => item.kind === 'post' && isMeant(item))
    .flatMap((post) =>
      post.categories.flatMap((id) => {
        const term = terms.get(id);
        return term === undefined ? [] : [`${nameOf(post)} ${term}`];
      }),
    )
    .toSorted();
}

/** From now on either side may be right about the categories of these items. */
export function forgetAssignments({ assigned: { made, unmade } }: World, isMeant: (name: string) => boolean): void {
  for (const pair of made) if (pair.split(' ').some(isMeant)) unmade.add(pair);
}

const meant = ({ assigned: { made, unmade }, gone }: World): string[] =>
  [...made].filter((pair) => !unmade.has(pair) && !pair.split(' ').some((name) => gone.has(name)));

/** Every category that somebody assigned is assigned on one of the sides. */
export function assertNoAssignmentLost(world: World): void {
  const found = new Set([...assignmentsOf(world, 'here'), ...assignmentsOf(world, 'there')]);
  for (const pair of meant(world))
    expect(found.has(pair), `the category ${pair} is nowhere\n${world.log.join('\n')}`).toBe(true);
}

/** In the end: both sides have the same categories, and every one that was assigned. */
export function assertAssignments(world: World, isMeant: (item: Item) => boolean): void {
  const told = world.log.join('\n');
  const [here, there] = [assignmentsOf(world, 'here', isMeant), assignmentsOf(world, 'there', isMeant)];
  expect(here, told).toEqual(there);
  const names = new Set(itemsOf(world, 'here').filter(isMeant).map(nameOf));
  for (const pair of meant(world).filter((one) => one.split(' ').every((name) => names.has(name))))
    expect(here.includes(pair), `the category ${pair} is lost\n${told}`).toBe(true);
  expect(categoryNames(world, 'here'), told).toEqual(categoryNames(world, 'there'));
}

/** All categories, those of the site too. */
function categoryNames(world: World, side: Side): string[] {
  const all = read(world, side).filter(({ type }) => type === 'category');
  return all.map(({ title, slug, lang }) => `${slug} ${lang} ${title}`).toSorted();
}
