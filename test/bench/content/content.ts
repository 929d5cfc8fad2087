// `npm run bench -- content [LARGE [ROUNDS [MILLISECONDS]]]`: lists of posts against a floor that reads the same rows, a small
// site against a large one, and how long the event loop is blocked. Asserts nothing, because a busy machine is not a reason to
// fail. The sites are kept under .cache/bench.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, measureAlone, type Lone, type Ratio, type Side } from './measure.ts';
import { openingText } from './opening.ts';
import { serveFile, startContentFloor, type Serving } from './processes.ts';
import { foot, pauseTable, ratioTable } from './report.ts';
import { onTheLargeSite, PAGES, sameAtAnySize } from './requests.ts';
import { seededSite } from './seed.ts';

const SMALL = 1000;
/** Longest pause of the event loop, in milliseconds. */
const LONGEST_PAUSE = 50;

const [large = 1_000_000, rounds = 7, length = 400] = process.argv.slice(2).map(Number);
const plan = { rounds, length };
const folder = mkdtempSync(join(tmpdir(), 'polydesk-bench-'));
const print = (text: string): void => void process.stdout.write(text);
try {
  const files = { small: seededSite(SMALL), large: seededSite(large) };
  print(await openingText(files, join(folder, 'opening')));
  const small = await serveFile(files.small, join(folder, 'small'));
  const big = await serveFile(files.large, join(folder, 'large')).catch((error: unknown) => {
    small.stop();
    throw error;
  });
  try {
    print(ratioTable(`Against the floor, ${large} posts`, 'floor', await againstFloor(big, files.large)));
    print(ratioTable(`${large} posts against ${SMALL}`, 'small site', await againstSmall(big, small)));
    print(pauseTable(`Pauses, ${large} posts`, await alone(big), LONGEST_PAUSE));
    print(foot());
  } finally {
    small.stop();
    big.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function againstFloor(product: Serving, file: string): Promise<Ratio[]> {
  const floor = await startContentFloor(file, product.token);
  const rows: Ratio[] = [];
  try {
    for (const { name, path } of PAGES) {
      const sides: [Side, Side] = [{ server: product, path }, { server: floor, path }]; // prettier-ignore
      rows.push(...(await compare(name, sides, { ...plan, counts: [1, 8], goal: 0.7, most: 8000 })));
    }
  } finally {
    floor.stop();
  }
  return rows;
}

async function againstSmall(big: Serving, small: Serving): Promise<Ratio[]> {
  const rows: Ratio[] = [];
  const ofSmall = sameAtAnySize(SMALL);
  for (const [at, { name, path }] of sameAtAnySize(large).entries()) {
    const sides: [Side, Side] = [{ server: big, path }, { server: small, path: ofSmall[at]?.path ?? path }]; // prettier-ignore
    rows.push(...(await compare(name, sides, { ...plan, counts: [1], goal: 1 / 1.3, most: 1500 })));
  }
  return rows;
}

async function alone(server: Serving): Promise<Lone[]> {
  const rows: Lone[] = [];
  for (const kind of onTheLargeSite(large)) rows.push(await measureAlone(server, kind, 5));
  return rows;
}
