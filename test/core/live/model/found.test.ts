// What found a fault of the live site once is tried for ever. `model.test.ts` tries new seeds.
import { afterEach, test } from 'vitest';
import { assertSettles, play } from './play.ts';
import type { Surface } from './sides.ts';
import type { Size, World } from './world.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.rig.close();
  world = undefined;
});

const FOUND: Record<Size, number[]> = {
  small: [
    1001, 1007, 2001, 2002, 2006, 3000, 3001, 3002, 6001, 50_030, 50_044, 50_113, 50_205, 50_303, 150_735_688,
    717_337_786, 62_325_297, 62_325_440, 1_210_309_906, 1_210_309_913, 991_046, 991_128, 991_177, 991_193, 991_271,
    5_000_254,
  ],
  wide: [5_000_003, 5_000_085, 5_000_205, 77_000_070, 31_000_061, 31_000_096, 31_000_016, 41_000_084],
  whole: [41_000_037],
  rough: [71_000_067, 71_000_069, 1_837_824_040, 86_000_026],
  rich: [62_000_022, 82_000_002, 2_126_656_710, 93_000_014, 93_000_021, 624_966_468],
  illustrated: [2_126_656_682, 90_100_017],
};

/** Those of a site that is another Polydesk. */
const FOUND_WITH_HUB: readonly [size: Size, seed: number][] = [
  ['illustrated', 2_126_656_444],
  ['illustrated', 624_966_386],
  ['illustrated', 624_966_402],
  ['rich', 2_126_656_499],
];

const SEEDS: readonly [size: Size, seed: number, surface?: Surface][] = [
  ...Object.entries(FOUND).flatMap(([size, seeds]) => seeds.map((seed): [Size, number] => [size as Size, seed])),
  ...FOUND_WITH_HUB.map(([size, seed]): [Size, number, Surface] => [size, seed, 'hub']),
];

test.each(SEEDS)('both sides are what the model says (%s world, seed %i, %s)', async (size, seed, surface) => {
  await assertSettles(await play(seed, { size, surface }, (opened) => (world = opened)));
});
