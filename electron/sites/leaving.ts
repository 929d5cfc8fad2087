import { app, type BrowserWindow } from 'electron';
import { setTimeout } from 'node:timers/promises';
import type { Engine } from '../../core/engine/engine.ts';
import type { Live } from '../../core/schema/live/live.ts';
import type { Job } from '../../core/schema/site/job.ts';
import type { Caller, RestRequest } from '../../core/types.ts';
import type { Say } from '../texts/texts.ts';
import { ask } from './choices.ts';

/** A window whose site may be sending a push. */
export interface Leaving {
  engine: Engine;
  caller: Caller;
  window: BrowserWindow;
  say(): Say;
  note(text: string): void;
}

/** Poll interval while the current step of a push ends. */
const ASK_MS = 100;

/** Whether the whole program is to quit; cancelling the dialog resets it. */
let isQuitting = false;
app.on('before-quit', () => (isQuitting = true));

/**
 * Asks before a window is closed, or the program quits, while a push is running. If confirmed, the push is paused, and the window
 * closes when the current step is over. The push can be resumed later.
 */
export function askBeforeLeaving(leaving: Leaving): void {
  const { window, note } = leaving;
  let isAsking = false;
  window.on('close', (event) => {
    if (pushOf(leaving) === undefined) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    leave(leaving)
      .catch((error: unknown) => note(error instanceof Error ? (error.stack ?? error.message) : String(error)))
      .finally(() => (isAsking = false));
  });
}

async function leave(leaving: Leaving): Promise<void> {
  const { window, say } = leaving;
  const isWhole = isQuitting;
  isQuitting = false;
  const words = say();
  const question = { message: words('leaving.push'), detail: words(isWhole ? 'leaving.quit' : 'leaving.close') };
  const choice = await ask(
    words,
    { ...question, choices: [isWhole ? 'quit' : 'close'], leave: 'button.cancel' },
    window,
  );
  if (choice === 'none') return;
  await pausePush(leaving);
  if (isWhole) app.quit();
  else window.close();
}

/** Pauses the push and waits until its current step is over. */
async function pausePush({ engine, caller, window }: Leaving): Promise<void> {
  const push = pushOf({ engine, caller });
  if (push === undefined) return;
  const path = `/polydesk/v1/live/runs/${push}/pause`;
  await engine.ask({ method: 'POST', path }, caller);
  while (!window.isDestroyed() && isSending({ engine, caller })) await setTimeout(ASK_MS);
}

type Asking = Pick<Leaving, 'engine' | 'caller'>;

/** The number of the push being sent, or of the undo of one; undefined for none. */
function pushOf(asking: Asking): number | undefined {
  const run = read<Live>(asking, '/polydesk/v1/live')?.run;
  const isPush = run?.kind === 'push' || run?.kind === 'undo';
  return isPush && (run.state === 'running' || isSending(asking)) ? run.id : undefined;
}

function isSending(asking: Asking): boolean {
  const jobs = read<Job[]>(asking, '/polydesk/v1/jobs') ?? [];
  return jobs.some(({ kind, state }) => kind === 'live-push' && (state === 'running' || state === 'queued'));
}

function read<T>({ engine, caller }: Asking, path: string): T | undefined {
  const request: RestRequest = { method: 'GET', path };
  const { status, body } = engine.dispatch(request, caller);
  return status < 400 ? (body as T) : undefined;
}
