import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { serveFile, type Serving } from './processes.ts';

/** How the server was stopped before the measured start. */
const ENDS = { 'after a clean end': 'SIGTERM', 'after a kill': 'SIGKILL' } as const;

/** How long the first answer of a site takes from the start of the process, a line for each way the server ended before. */
export async function openingText(files: { small: string; large: string }, folder: string): Promise<string> {
  const lines: string[] = [];
  for (const [how, signal] of Object.entries(ENDS)) {
    const small = await firstAnswer(files.small, folder, signal);
    const large = await firstAnswer(files.large, folder, signal);
    const times = (large / small).toFixed(2);
    lines.push(`First answer ${how}: ${small.toFixed(0)} ms small, ${large.toFixed(0)} ms large, ${times} times.`);
  }
  for (const [size, file] of Object.entries(files)) {
    const { soon, idle, most } = await memoryOf(file, folder);
    lines.push(
      `Memory of a server, ${size}: ${soon.toFixed(0)} MB after 20 seconds, ${idle.toFixed(0)} MB idle with its translation memory built, at most ${most.toFixed(0)} MB.`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** How long a server is left alone before its memory is read. */
const IDLE_MS = 20_000;
/** How often a server is called while it builds its translation memory. */
const POLL_MS = 2000;

/** Megabytes of a server: 20 s after its first answer, idle once its translation memory is built, and the peak. */
async function memoryOf(file: string, folder: string): Promise<{ soon: number; idle: number; most: number }> {
  const server = await serveFile(file, folder, false);
  const megabytes = (name: string): number => {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000;
  };
  try {
    await ask(server);
    await wait(IDLE_MS);
    const soon = megabytes('VmRSS');
    while (!(await hasMemory(server))) await wait(POLL_MS);
    await wait(IDLE_MS);
    return { soon, idle: megabytes('VmRSS'), most: megabytes('VmHWM') };
  } finally {
    await server.end('SIGTERM');
  }
}

async function hasMemory(server: Serving): Promise<boolean> {
  const memory = (await ask(server, 'polydesk/v1/memory')) as { making: unknown; is_current: boolean };
  return memory.making === null && memory.is_current;
}

async function ask({ port, token }: Serving, path = 'pll/v1/languages'): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/wp-json/${path}`, { headers });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return answer.json();
}

/** The quickest of three, in milliseconds. */
async function firstAnswer(file: string, folder: string, signal: NodeJS.Signals): Promise<number> {
  const taken: number[] = [];
  // The first only leaves the file as it ends.
  for (let n = 0; n < 4; n++) {
    const server = await serveFile(file, folder);
    const asked = performance.now();
    await ask(server);
    if (n > 0) taken.push(server.opened + performance.now() - asked);
    await server.end(signal);
  }
  return Math.min(...taken);
}
