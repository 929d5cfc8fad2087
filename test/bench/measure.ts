import { openLoad, requestText, timeOf, type Load, type OpenLoad } from './client.ts';
import type { Running } from './processes.ts';
import { batchBody, requestsTo } from './requests.ts';

/** A row of the table. */
export interface Row {
  name: string;
  /** The product's figure and the one it is compared with, in the unit. */
  product: number;
  floor: number;
  unit: '/s' | 'ms';
  ratio: number;
  goal: number;
  /** Processor time of an answer, in microseconds: product and floor. */
  cpu: [number, number] | undefined;
}

export interface Plan {
  rounds: number;
  /** Length of a round in milliseconds. */
  length: number;
}

export interface Servers {
  product: Running;
  floor: Running;
}

/** One side of a comparison: a server, and the bytes of its next request. */
export interface Side {
  server: Running;
  next: Load['next'];
}

/** What a side did in all its slices together. */
export interface Figure {
  /** Answers a second. */
  rate: number;
  /** Microseconds of processor time of an answer; NaN where the system does not tell. */
  cpu: number;
}

/** Both sides take turns of so many milliseconds: what else the machine does, and how warm it is, hits both. */
const SLICE = 100;
/** A program is compiled anew as it learns what it is used for; after so many answers it does so no more (seen with --trace-opt). */
const WARM = 20_000;

/** Asks both sides in turn, by each number of connections, until both are warm, or for so many milliseconds each. */
export async function warmUp(sides: readonly [Side, Side], counts: readonly number[], most: number): Promise<void> {
  for (const connections of counts) {
    const answers = [0, 0];
    await withLoads(sides, connections, async (loads) => {
      for (let ms = 0; ms * counts.length < most && Math.min(...answers) * counts.length < WARM; ms += SLICE)
        for (const [at, load] of loads.entries()) answers[at] = (answers[at] ?? 0) + (await load.run(SLICE));
    });
  }
}

/** Measures both sides for so long each, in slices: first the one, then the other, then the other, then the one. */
export async function alternate(
  sides: readonly [Side, Side],
  { rounds, length, connections }: Plan & { connections: number },
): Promise<[Figure, Figure]> {
  const sums = sides.map(() => ({ answers: 0, ms: 0, cpu: 0 }));
  await withLoads(sides, connections, async (loads) => {
    for (const load of loads) await load.run(length / 2);
    for (let slice = 0; slice * SLICE < rounds * length; slice++) {
      for (const at of slice % 2 === 0 ? [0, 1] : [1, 0]) {
        const [load, sum, side] = [loads[at], sums[at], sides[at]];
        if (!load || !sum || !side) continue;
        const [cpu, started] = [side.server.cpu() ?? NaN, performance.now()];
        sum.answers += await load.run(SLICE);
        sum.ms += performance.now() - started;
        sum.cpu += (side.server.cpu() ?? NaN) - cpu;
      }
    }
  });
  const figures = sums.map(({ answers, ms, cpu }) => ({ rate: (answers * 1000) / ms, cpu: (cpu * 1000) / answers }));
  const [one, other] = figures;
  if (!one || !other) throw new Error('Two sides make a comparison.');
  return [one, other];
}

async function withLoads(
  sides: readonly Side[],
  connections: number,
  work: (loads: OpenLoad[]) => Promise<void>,
): Promise<void> {
  const loads = await Promise.all(sides.map(({ server, next }) => openLoad({ port: server.port, connections, next })));
  try {
    await work(loads);
  } finally {
    for (const load of loads) load.end();
  }
}

/** Longest warm-up of a side, in milliseconds. */
const LONGEST_WARM_UP = 8000;

/** The same requests to both, over one connection and over eight. */
export async function compareRates(
  { product, floor }: Servers,
  plan: Plan,
  what: { name: string; method: 'GET' | 'POST'; path: string; goal: number },
): Promise<Row[]> {
  const sideOf = (server: Running): Side => ({ server, next: requestsTo(server, what.method, what.path) });
  const sides: [Side, Side] = [sideOf(product), sideOf(floor)];
  const counts = [1, 8];
  await warmUp(sides, counts, LONGEST_WARM_UP);
  const rows: Row[] = [];
  for (const connections of counts) {
    const [ours, theirs] = await alternate(sides, { ...plan, connections });
    rows.push({
      name: `${what.name}, ${connections === 1 ? '1 connection' : `${connections} connections`}`,
      product: ours.rate,
      floor: theirs.rate,
      unit: '/s',
      ratio: ours.rate / theirs.rate,
      goal: what.goal,
      cpu: Number.isNaN(ours.cpu) ? undefined : [ours.cpu, theirs.cpu],
    });
  }
  return rows;
}

/** As many single writes as a batch holds, against the batch. */
export async function compareBatch(
  { port, token }: Running,
  { rounds }: Plan,
  what: { name: string; goal: number; writes: () => { path: string; body: string }[] },
): Promise<Row> {
  const text = (path: string, body: string): string => requestText('POST', path, { port, token, body });
  const asSingles = (): string[] => what.writes().map(({ path, body }) => text(path, body));
  const asBatch = (): string[] => [text('/wp-json/batch/v1', batchBody(what.writes()))];
  const singles: number[] = [];
  const batches: number[] = [];
  // The first rounds warm both ways up, as half a round does for the rates.
  for (let round = -rounds * 2; round < rounds * 6; round++) {
    const [single, batch] = [await timeOf(port, asSingles()), await timeOf(port, asBatch())];
    if (round < 0) continue;
    singles.push(single);
    batches.push(batch);
  }
  const [single, batch] = [median(singles), median(batches)];
  return {
    name: what.name,
    product: batch,
    floor: single,
    unit: 'ms',
    ratio: single / batch,
    goal: what.goal,
    cpu: undefined,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
