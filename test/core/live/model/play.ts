// A life of a world: random work on both sides, then everything is settled, and both sides are what the plain model says.
import { expect } from 'vitest';
import type { Defence } from '../../../../core/live/push/pushing.ts';
import {
  backUp,
  decideField,
  deleteForGood,
  deleteReported,
  forgetChoices,
  restore,
  undoHere,
  undoPush,
  withoutRights,
} from './acts.ts';
import { assertLinks, assertNoLinkLost, groupsOf, link } from './links.ts';
import { assertAssignments, assertNoAssignmentLost } from './assignments.ts';
import { assign, createTerm } from './terms.ts';
import { assertFeatured, assertNoFeaturedLost, feature, removeLost, show, upload, withNames } from './pictures.ts';
import { check, decide, pull, pullDeletions, push, undoPull } from './runs.ts';
import type { Surface } from './sides.ts';
import {
  assertNothingLost,
  create,
  edit,
  isAtLeast,
  itemsOf,
  nameOf,
  openWorld,
  reported,
  trash,
  wordsOf,
  type Side,
  type Size,
  type World,
} from './world.ts';

export interface Play {
  size: Size;
  /** Left out: what the seed says. */
  surface?: Surface | undefined;
  steps?: number;
  without?: readonly Defence[];
  /** Headers that the connection does not hand on. */
  drops?: readonly string[];
}

/** Random work in a world that a seed says. @param opened is told the world, which the caller closes */
export async function play(
  at: number,
  { size, surface, steps, without = [], drops = [] }: Play,
  opened: (world: World) => void,
): Promise<World> {
  const one = await openWorld(at, surface ?? (at % 2 === 0 ? 'pro' : 'companion'), size);
  opened(one);
  one.rig.line.drops = drops;
  for (const side of ['there', 'there', 'there'] as const) await create(one, side);
  for (let n = 0; isAtLeast(one, 'rich') && n < 3; n++) await createTerm(one, 'there');
  for (let n = 0; isAtLeast(one, 'illustrated') && n < 3; n++) await upload(one, 'there');
  await check(one, { isSafe: true });
  pull(one, true);
  for (let n = 0; n < (steps ?? (isAtLeast(one, 'rough') ? 50 : 25)); n++) {
    await step(one, without);
    assertNothingLost(one);
    assertNoLinkLost(one);
    assertNoAssignmentLost(one);
    assertNoFeaturedLost(one);
  }
  return one;
}

/** In the trash of one side, and not on the other: made here and never sent, or deleted for good. */
const isForgotten = (one: World, item: { title: string; status: string }): boolean =>
  item.status === 'trash' &&
  (['here', 'there'] as const).some((side) => !itemsOf(one, side).some((other) => nameOf(other) === nameOf(item)));

/** Settles everything: then both sides are what the plain model says, and nothing is left to send. */
export async function assertSettles(one: World): Promise<void> {
  await settleAll(one);
  assertNothingLost(one);
  assertLinks(one, (item) => !isForgotten(one, item));
  if (isAtLeast(one, 'rich')) assertAssignments(one, (item) => !isForgotten(one, item));
  assertFeatured(one, (item) => !isForgotten(one, item));
  if (one.there.isHub) expect(reported(one.rig), one.log.join('\n')).toEqual([]);
  const told = one.log.join('\n');
  const shown = (side: 'here' | 'there'): unknown =>
    itemsOf(one, side)
      .filter((item) => !isForgotten(one, item))
      .map(({ title, content, status, lang }) => ({ title, content: withNames(one, side, content), status, lang }))
      .toSorted((a, b) => (a.title < b.title ? -1 : 1));
  expect(shown('here'), told).toEqual(shown('there'));
  expect(
    groupsOf(one, 'here', (item) => !isForgotten(one, item)),
    told,
  ).toEqual(groupsOf(one, 'there', (item) => !isForgotten(one, item)));
  // The plain model: each item once, with every word that no report shows.
  const lost = new Set(reported(one.rig));
  const forgotten = itemsOf(one, 'here').filter((item) => isForgotten(one, item));
  const found = [...itemsOf(one, 'there'), ...forgotten].map(nameOf);
  const meant = [...one.items].flatMap(([name, words]) =>
    found.includes(name) || words.size > 0 || !one.gone.has(name) ? [name] : [],
  );
  expect(found.toSorted(), told).toEqual(meant.toSorted());
  for (const item of itemsOf(one, 'there')) {
    const words = new Set(wordsOf(`${item.title} ${item.content}`));
    for (const word of one.items.get(nameOf(item)) ?? [])
      expect(words.has(word) || lost.has(word), `${word}\n${told}`).toBe(true);
  }
  const writes = one.rig.writes();
  await push(one, { isSafe: true });
  expect(one.rig.writes(), told).toBe(writes);
}

/** What somebody or the program does next. */
async function step(one: World, without: readonly Defence[]): Promise<void> {
  const side = one.random(2) === 0 ? 'here' : 'there';
  const kind = one.random({ small: 20, wide: 27, whole: 40, rough: 41, rich: 41, illustrated: 41 }[one.size]);
  if (isAtLeast(one, 'illustrated') && one.random(2) === 0) await withPictures(one, side);
  else if (isAtLeast(one, 'rich') && one.random(2) === 0) await withTerms(one, side);
  else if (kind >= 27) await rarely(one, side, kind);
  else if (kind >= 20) await link(one, side);
  else if (kind < (isAtLeast(one, 'rough') ? 4 : 2)) await create(one, side);
  else if (kind < 9) await edit(one, side);
  else if (kind < 10) await trash(one, side);
  else if (kind < 12) await link(one, side);
  else if (kind < 14) await check(one);
  else if (kind < 16) pull(one);
  else if (kind < 17) undoPull(one);
  else if (kind < 18) decide(one);
  else await push(one, { without });
}

/** The same in a whole world. */
async function rarely(one: World, side: Side, kind: number): Promise<void> {
  if (kind < 29) await deleteForGood(one, side);
  else if (kind < 32) await undoHere(one);
  else if (kind < 33) await undoPush(one);
  else if (kind < 34) backUp(one);
  else if (kind < 35) await restore(one);
  else if (kind < 36) await withoutRights(one);
  else if (kind < 38) await check(one, { isQuick: true });
  else if (kind < 40) decideField(one);
  else await deleteReported(one);
}

/** The same in a rich one. */
async function withTerms(one: World, side: Side): Promise<void> {
  const kind = one.random(12);
  if (kind < 2) await createTerm(one, side);
  else if (kind < 5) await edit(one, side, 'term');
  else if (kind < 9) await assign(one, side);
  else if (kind < 11) await link(one, side, 'term');
  else await deleteForGood(one, side, 'term');
}

/** The same in an illustrated one. */
async function withPictures(one: World, side: Side): Promise<void> {
  const kind = one.random(17);
  if (kind < 3) await upload(one, side);
  else if (kind < 6) await edit(one, side, 'media');
  else if (kind < 9) await feature(one, side);
  else if (kind < 12) await show(one, side);
  else if (kind < 13) await deleteForGood(one, side, 'media');
  else await push(one);
}

/** Goes on until nothing differs. */
async function settleAll(one: World): Promise<void> {
  forgetChoices(one);
  for (let times = 0; times < 8; times++) {
    await check(one, { isSafe: true });
    decide(one);
    pull(one, true);
    if (isAtLeast(one, 'whole')) pullDeletions(one);
    await removeLost(one);
    await push(one, { isSafe: true });
    await check(one, { isSafe: true });
    const isDeleted = await deleteReported(one);
    if (one.rig.plan().length === 0 && !isDeleted) return;
  }
  throw new Error(`It does not end: ${one.rig.plan().join()}\n${one.log.join('\n')}`);
}
