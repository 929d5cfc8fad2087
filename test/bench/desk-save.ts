// The extra cost of a save due to the memory, and how long other requests wait while a memory is built.
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openBench } from '../support/engine.ts';
import { addressOf, headers, pauses, serverEnvironment } from './transfer-hold.ts';

const ROUNDS = 12;
const SAVES = 25;

/** Milliseconds of the processor of a save in the thread that answers: with the memory, and without what it has to note. */
export async function saves(file: string): Promise<{ with: number; without: number }> {
  const bench = openBench({ file });
  const { db } = bench.engine.site;
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'memory\\_%' ESCAPE '\\'`,
    )
    .all();
  const query = { per_page: SAVES, lang: 'en' };
  const ids = bench.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, bench.admin).body as {
    id: number;
  }[];
  let turn = 0;
  const save = (id: number): number => {
    turn += 1;
    const content = `<!-- wp:paragraph -->\n<p>A text that was edited ${turn} times, as long as texts are.</p>\n<!-- /wp:paragraph -->`;
    const before = process.threadCpuUsage();
    const { status } = bench.ask('PATCH', `/wp/v2/posts/${id}`, { content });
    const { user, system } = process.threadCpuUsage(before);
    if (status !== 200) throw new Error(`A save was answered with ${status}.`);
    return (user + system) / 1000;
  };
  const times = { with: [] as number[], without: [] as number[] };
  const round = (list: number[]): void => {
    // Statements are prepared again after a change of the tables.
    for (const { id } of ids) save(id);
    for (let n = 0; n < SAVES; n++) list.push(save(ids[n % ids.length]?.id ?? 0));
  };
  try {
    for (let n = 0; n < ROUNDS; n++) {
      round(times.with);
      for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
      round(times.without);
      for (const { sql } of triggers) db.exec(sql);
      await wait(1);
    }
  } finally {
    bench.engine.close();
  }
  const median = (list: number[]): number => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  return { with: median(times.with), without: median(times.without) };
}

/** A rebuild in a server, watched for so long at most: the longest turn of work of the thread that answers, and of its event loop. */
export async function waits(
  folder: string,
  file: string,
  most: number,
): Promise<{ worked: number; longest: number; often: number }> {
  const server: ChildProcess = fork(
    join(import.meta.dirname, '../../dist/headless/headless.js'),
    ['serve', file, '--port', '0', '--json'],
    {
      execArgv: ['--import', join(import.meta.dirname, 'content/delay.ts')],
      env: serverEnvironment(folder),
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  try {
    const rest = await addressOf(server);
    const status = async (method = 'GET', path = ''): Promise<{ making: unknown; is_current: boolean }> =>
      (await (await fetch(`${rest}/polydesk/v1/memory${path}`, { method, headers })).json()) as never;
    await status();
    await wait(1000);
    await pauses(server);
    await status('POST', '/rebuild');
    const until = performance.now() + most;
    while (performance.now() < until) {
      await wait(250);
      const { making, is_current: isCurrent } = await status();
      if (making === null && isCurrent) break;
    }
    return await pauses(server);
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
}
