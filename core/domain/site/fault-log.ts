import type { Site } from '../../site.ts';

/**
 * An internal error in a form safe to share: its class and location in the program. Never its message, which may contain user
 * data.
 */
export interface KnownFault {
  at: string;
  /** Reference to the details in the server log. */
  reference: string;
  name: string;
  frames: string[];
}

/** The most recent errors of a running program, in memory only. */
export interface FaultLog {
  note(reference: string, error: unknown): void;
  /** Newest first. */
  list(): readonly KnownFault[];
}

const MOST = 20;
const MOST_FRAMES = 12;
/** A stack frame: function name, file name without folders, line and column. */
const FRAME =
  /^ {4}at (?:(?:async )?([\w$.<>]+(?: \[as [\w$]+\])?) \()?(?:[^()]*[\\/])?([\w.-]+\.(?:[cm]?[jt]s|svelte):\d+:\d+)\)?$/;

const logs = new WeakMap<Site, FaultLog>();

/** The error log of this site's server and window. */
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

/** The class name, never the message. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return /^[A-Za-z]{1,40}$/.test(error.constructor.name) ? error.constructor.name : 'Error';
}

function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || error.stack === undefined) return [];
  // The message precedes the stack frames, and may look like them.
  const from = error.stack.indexOf(error.message) + error.message.length;
  const lines = error.stack.slice(Math.max(0, from)).split('\n');
  const frames = lines.flatMap((line) => {
    const [, name, place] = FRAME.exec(line) ?? [];
    return place === undefined ? [] : [name === undefined ? place : `${name} (${place})`];
  });
  return frames.slice(0, MOST_FRAMES);
}
