// Random work on both sides, with checks, pulls and pushes interrupted and killed anywhere: no text is lost, nothing is created
// twice, and finally both sides match the plain model (`live-site.md` 10).
import { afterEach, expect, test } from 'vitest';
import { seed } from '../../../fuzz/seed.ts';
import { assertSettles, play, type Play } from './play.ts';
import type { Surface } from './sides.ts';
import type { Size, World } from './world.ts';

let world: World | undefined;
async function close(): Promise<void> {
  await world?.rig.close();
  world = undefined;
}
afterEach(close);

const playIn = (at: number, how: Play): Promise<World> => play(at, how, (opened) => (world = opened));

/** The same of a wide world. */
const FOUND_WIDE: number[] = [
  5_000_003, 5_000_085, 5_000_205, 77_000_070, 31_000_061, 31_000_096, 31_000_016, 41_000_084,
];

const isLong = process.env['POLYDESK_LONG'] !== undefined;
const TRIES = isLong ? 400 : 8;

/** The same of a whole one. */
const FOUND_WHOLE: number[] = [41_000_037];

/** The same of a rough one. */
const FOUND_ROUGH: number[] = [71_000_067, 71_000_069, 1_837_824_040, 86_000_026];

/** The same of a rich one. */
const FOUND_RICH: number[] = [62_000_022, 82_000_002];

/** What found a fault once is tried for ever. */
const FOUND = [
  1001, 1007, 2001, 2002, 2006, 3000, 3001, 3002, 6001, 50_030, 50_044, 50_113, 50_205, 50_303, 150_735_688,
  717_337_786, 62_325_297, 62_325_440, 1_210_309_906, 1_210_309_913, 991_046, 991_128, 991_177, 991_193, 991_271,
  5_000_254,
];

type Seed = [size: Size, seed: number, surface?: Surface | undefined];

const KINDS: readonly [size: Size, surface?: Surface][] = [
  ...(['wide', 'rich', 'whole', 'small', 'rough', 'illustrated'] as const).map((size): [Size] => [size]),
  ['rich', 'hub'],
  ['illustrated', 'hub'],
];

const SEEDS: Seed[] = [
  ...FOUND.map((at): Seed => ['small', at]),
  ...FOUND_WIDE.map((at): Seed => ['wide', at]),
  ...FOUND_WHOLE.map((at): Seed => ['whole', at]),
  ...FOUND_ROUGH.map((at): Seed => ['rough', at]),
  ...FOUND_RICH.map((at): Seed => ['rich', at]),
  ...Array.from({ length: TRIES }, (_, at): Seed => {
    const [size = 'wide', surface] = KINDS[at % KINDS.length] ?? [];
    return [size, (seed + at) % 0x7fffffff, surface];
  }),
];

test.each(SEEDS)(
  'both sides are what the model says (%s world, seed %i, %s)',
  async (size, at, surface) => {
    await assertSettles(await playIn(at, { size, surface }));
  },
  isLong ? 120_000 : 30_000,
);

test.each<[name: string, how: Play]>([
  ['the read before a write', { size: 'small', without: ['look'] }],
  // Another Polydesk looks at the same time as it stores.
  ['conditions of writes', { size: 'wide', surface: 'hub', drops: ['if-match', 'x-polydesk-if-match'] }],
])('control: without %s an edit is lost', async (_name, how) => {
  let isLost = false;
  for (let at = 1; at <= 60 && !isLost; at++) {
    isLost = await playIn(at, how).then(
      () => false,
      (error: unknown) => String(error).includes('is nowhere'),
    );
    await close();
  }
  expect(isLost).toBe(true);
});
