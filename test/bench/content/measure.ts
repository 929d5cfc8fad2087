import { answersPerSecond, requestText, timeOf } from '../client.ts';
import type { Plan } from '../measure.ts';
import type { Running } from '../processes.ts';
import type { Pauses, Serving } from './processes.ts';

/** A kind of request; the number is another one each time, so that no kept answer is measured. */
export interface Kind {
  name: string;
  path(number: number): string;
}

/** One side of a comparison: a server, and what it is asked. */
export interface Side {
  server: Running;
  path(number: number): string;
}

export interface Ratio {
  name: string;
  /** Answers a second: what is measured, and what it is compared with. */
  rates: [number, number];
  /** Microseconds of processor time of an answer. */
  cpu: [number, number];
  goal: number | undefined;
}

let count = 0;

/** Both sides in turn, so that what else the machine does hits both; medians of all rounds. */
export async function compare(
  name: string,
  sides: readonly [Side, Side],
  { rounds, length, connections, goal }: Plan & { connections: number; goal?: number | undefined },
): Promise<Ratio> {
  const measured = sides.map(({ server, path }) => {
    const next = (): string => requestText('GET', path(++count), server);
    return { server, load: { port: server.port, connections, next }, rates: [] as number[], cpu: [] as number[] };
  });
  for (const { load } of measured) await answersPerSecond(load, length);
  for (let round = 0; round < rounds; round++) {
    for (const { server, load, rates, cpu } of measured) {
      const before = server.cpu() ?? NaN;
      const rate = await answersPerSecond(load, length);
      rates.push(rate);
      cpu.push((((server.cpu() ?? NaN) - before) * 1000) / (rate * (length / 1000)));
    }
  }
  const [one, other] = measured.map((side) => ({ rate: median(side.rates), cpu: median(side.cpu) }));
  if (!one || !other) throw new Error('Two sides make a comparison.');
  return { name, rates: [one.rate, other.rate], cpu: [one.cpu, other.cpu], goal };
}

/** Time and pauses of one kind of request: several of it, one after another. */
export interface Lone {
  name: string;
  /** Milliseconds of one answer. */
  time: number;
  pauses: Pauses;
}

export async function measureAlone(server: Serving, { name, path }: Kind, times: number): Promise<Lone> {
  const text = (): string => requestText('GET', path(++count), server);
  await timeOf(server.port, [text()]);
  await server.pauses();
  const taken: number[] = [];
  for (let at = 0; at < times; at++) taken.push(await timeOf(server.port, [text()]));
  return { name, time: median(taken), pauses: await server.pauses() };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
