import type { Site } from '../../site.ts';

/** A fault of ours, as it may be told to anybody: what kind, and where in the program. Never its message, which may hold what was written. */
export interface KnownFault {
  at: string;
  /** Under which the log of the server tells more. */
  reference: string;
  name: string;
  frames: string[];
}

/** The last faults of a running program, in memory only. */
export interface FaultLog {
  note(reference: string, error: unknown): void;
  /** Newest first. */
  list(): readonly KnownFault[];
}

const MOST = 20;
const MOST_FRAMES = 12;
/** A place in the program: the name of a function, the name of a file without its folders, line and column. */
const FRAME =
  /^ {4}at (?:(?:async )?([\w$.<>]+(?: \[as [\w$]+\])?) \()?(?:[^()]*[\\/])?([\w.-]+\.(?:[cm]?[jt]s|svelte):\d+:\d+)\)?$/;

const logs = new WeakMap<Site, FaultLog>();

/** The faults of this site's server and window. */
export function faultLog(site: Site): FaultLog {
  const known = logs.get(site) ?? createLog();
  logs.set(site, known);
  return known;
}

function createLog(): FaultLog {
  const kept: KnownFault[] = [];
  return {
    note(reference, error) {
      kept.unshift({ at: new Date().toISOString(), reference, name: nameOf(error), frames: framesOf(error) });
      kept.length = Math.min(kept.length, MOST);
    },
    list: () => kept,
  };
}

/** The class, never the words. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return /^[A-Za-z]{1,40}$/.test(error.constructor.name) ? error.constructor.name : 'Error';
}

function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || error.stack === undefined) return [];
  // The message stands before the places, and may look like them.
  const from = error.stack.indexOf(error.message) + error.message.length;
  const lines = error.stack.slice(Math.max(0, from)).split('\n');
  const frames = lines.flatMap((line) => {
    const [, name, place] = FRAME.exec(line) ?? [];
    return place === undefined ? [] : [name === undefined ? place : `${name} (${place})`];
  });
  return frames.slice(0, MOST_FRAMES);
}
