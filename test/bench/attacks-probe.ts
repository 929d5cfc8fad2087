// A client in its own process that keeps sending requests during an attack, each on a new connection.
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** What the other client saw since it was last told to report. */
export interface Waits {
  answered: number;
  /** Answers other than 200, and connections that ended without one. */
  refused: number;
  /** Milliseconds. */
  longest: number;
}

let seen: Waits = { answered: 0, refused: 0, longest: 0 };
let started: number | undefined;

process.on('message', (message: { url: string } | 'report') => {
  if (message !== 'report') return void ask(message.url);
  // Who waits now has waited so long at least.
  seen.longest = Math.max(seen.longest, started === undefined ? 0 : performance.now() - started);
  process.send?.(seen);
  seen = { answered: 0, refused: 0, longest: 0 };
});

async function ask(url: string): Promise<void> {
  for (;;) {
    started = performance.now();
    const status = await statusOf(url);
    seen.longest = Math.max(seen.longest, performance.now() - started);
    started = undefined;
    if (status === 200) seen.answered++;
    else seen.refused++;
    await wait(10);
  }
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0));
    });
    request.once('error', () => resolve(0));
  });
}
