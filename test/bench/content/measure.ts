import { requestText, timeOf } from '../client.ts';
import { alternate, warmUp, type Plan, type Side as Asked } from '../measure.ts';
import type { Running } from '../processes.ts';
import type { Pauses, Serving } from './processes.ts';

/** A kind of request; its number differs each time, so that no cached response is measured. */
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

/** Both sides warm, then in turn: over one connection, or over each number of them that is given. */
export async function compare(
  name: string,
  sides: readonly [Side, Side],
  { counts, goal, most, ...plan }: Plan & { counts: readonly number[]; goal: number; most: number },
): Promise<Ratio[]> {
  const asked = ({ server, path }: Side): Asked => ({ server, next: () => requestText('GET', path(++count), server) });
  const both: [Asked, Asked] = [asked(sides[0]), asked(sides[1])];
  await warmUp(both, counts, most);
  const rows: Ratio[] = [];
  for (const connections of counts) {
    const [one, other] = await alternate(both, { ...plan, connections });
    const own = counts.length > 1 ? `${name}, ${connections} connection${connections === 1 ? '' : 's'}` : name;
    rows.push({ name: own, rates: [one.rate, other.rate], cpu: [one.cpu, other.cpu], goal });
  }
  return rows;
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
