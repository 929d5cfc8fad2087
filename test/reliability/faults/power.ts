import { readFileSync } from 'node:fs';

/** A disk call as recorded by `faults.c`, or an acknowledgement. */
export interface Call {
  what: 'write' | 'truncate' | 'sync' | 'rename' | 'unlink' | 'create' | 'answer';
  path: string;
  where: number;
  bytes: Buffer;
}

/** Reads a record of calls. */
export function readCalls(path: string): Call[] {
  const all = readFileSync(path);
  const calls: Call[] = [];
  for (let at = 0; at < all.length;) {
    const end = all.indexOf(10, at);
    const [what = '', where = '', size = '', ...name] = all.toString('utf8', at, end).split(' ');
    const next = end + 1 + Number(size);
    const bytes = all.subarray(end + 1, next);
    calls.push({ what: what as Call['what'], path: name.join(' '), where: Number(where), bytes });
    at = next;
  }
  return calls;
}

/** A number from 0 to 1, as Math.random gives it. */
export type Chance = () => number;

/** A file as it is known to be on the disk (with room behind its end), and the calls of which nobody knows. */
interface Lying {
  durable: Buffer;
  size: number;
  pending: Call[];
}

/** Nothing, all, or so many sectors. */
type Fate = 'whole' | 'gone' | number;
const SECTOR = 512;

/**
 * The files of a site after a power cut behind the first `cut` calls: what was synced is there; of the rest each write is
 * there, or not, or torn at a sector, in whatever order. Names are as they were last: a rename waits for nobody here.
 * `before`: what a file held when the record began.
 */
export function afterPowerCut(
  calls: readonly Call[],
  before: (path: string) => Buffer,
  how: { cut: number; chance: Chance },
): Map<string, Buffer> {
  const files = new Map<string, Lying>();
  const of = (path: string): Lying => {
    let file = files.get(path);
    if (!file) {
      const durable = Buffer.from(before(path));
      files.set(path, (file = { durable, size: durable.length, pending: [] }));
    }
    return file;
  };
  const remove = (path: string): void => void files.set(path, { durable: Buffer.alloc(0), size: 0, pending: [] });
  for (const call of calls.slice(0, how.cut)) {
    if (call.what === 'sync') settle(of(call.path), () => 'whole');
    else if (call.what === 'unlink') remove(call.path);
    else if (call.what === 'rename') {
      files.set(call.bytes.toString(), of(call.path));
      remove(call.path);
    } else if (call.what !== 'answer') of(call.path).pending.push(call);
  }
  const fate = (): Fate => (how.chance() < 0.4 ? 'whole' : how.chance() < 0.5 ? 'gone' : Math.floor(how.chance() * 8));
  for (const file of files.values()) settle(file, fate);
  return new Map([...files].map(([path, { durable, size }]) => [path, durable.subarray(0, size)]));
}

function settle(file: Lying, fate: () => Fate): void {
  for (const { what, where, bytes } of file.pending) {
    const one = fate();
    if (one === 'gone') continue;
    if (what === 'truncate') resize(file, where);
    if (what !== 'write') continue;
    const part = one === 'whole' ? bytes : bytes.subarray(0, one * SECTOR);
    if (part.length === 0) continue;
    if (where + part.length > file.size) resize(file, where + part.length);
    part.copy(file.durable, where);
  }
  file.pending = [];
}

function resize(file: Lying, size: number): void {
  if (size > file.durable.length) {
    const larger = Buffer.alloc(2 * size);
    file.durable.copy(larger, 0, 0, file.size);
    file.durable = larger;
  } else if (size < file.size) file.durable.fill(0, size, file.size);
  file.size = size;
}
