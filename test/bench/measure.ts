import { answersPerSecond, requestText, timeOf } from './client.ts';
import type { Running } from './processes.ts';
import { batchBody, requestsTo } from './requests.ts';

/** One line of the table. */
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

/** The same requests to both in turn, so that what else the machine does hits both; medians of all rounds. */
export async function compareRates(
  { product, floor }: Servers,
  { rounds, length }: Plan,
  what: { name: string; method: 'GET' | 'POST'; path: string; connections: number; goal: number },
): Promise<Row> {
  const { method, path, connections } = what;
  const sides = [product, floor].map((server) => {
    const load = { port: server.port, connections, next: requestsTo(server, method, path) };
    return { server, load, rates: [] as number[], cpu: [] as number[] };
  });
  for (const { load } of sides) await answersPerSecond(load, length / 2);
  for (let round = 0; round < rounds; round++) {
    for (const { server, load, rates, cpu } of sides) {
      const before = server.cpu();
      const rate = await answersPerSecond(load, length);
      rates.push(rate);
      const used = (server.cpu() ?? NaN) - (before ?? NaN);
      cpu.push((used * 1000) / (rate * (length / 1000)));
    }
  }
  const [ours, theirs] = sides.map((side) => ({ rate: median(side.rates), cpu: median(side.cpu) }));
  if (!ours || !theirs) throw new Error('Two sides make a comparison.');
  const name = `${what.name}, ${connections === 1 ? '1 connection' : `${connections} connections`}`;
  const cpu = Number.isNaN(ours.cpu) ? undefined : ([ours.cpu, theirs.cpu] as [number, number]);
  return {
    name,
    product: ours.rate,
    floor: theirs.rate,
    unit: '/s',
    ratio: ours.rate / theirs.rate,
    goal: what.goal,
    cpu,
  };
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
