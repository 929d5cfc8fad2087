// `npm run bench -- live [ITEMS]`: check, plan and pull of a site that takes 50 ms per response, and how long other requests wait
// meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { mergeContent } from '../../core/units/merge/merge-content.ts';
import { openBench, type Bench } from '../support/engine.ts';

const say = (name: string, text: string): void => void process.stdout.write(`${name.padEnd(44)}${text}\n`);
const seconds = (from: number): number => (performance.now() - from) / 1000;

/** Measures with a site of so many items. */
export async function benchLive(items: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'live-site.ts'), String(items)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-bench-live-'));
  const here = openBench({ file: join(folder, 'site.polydesk') });
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${port.toString().trim()}`;
    const floor = await floorOf(url, items);
    await ask(here, 'PUT', '/live', { url, user: 'admin', password: 'x' });
    // A job loads its modules from source here, in the product from one file.
    const start = await measured(here, '/live/pulls', {});
    const net = (run: typeof start): { took: number; text: string } => {
      const took = Math.max(run.took - start.took, 0.01);
      return { took, text: `${took.toFixed(1)} s, of a processor ${(run.processor - start.processor).toFixed(1)} s` };
    };
    say('A job with nothing to do', `${start.took.toFixed(1)} s, not counted below`);
    say('The requests of a check', `${floor.toFixed(2)} s`);
    const check = await measured(here, '/live/checks', { full: true });
    const { took, text } = net(check);
    say(`Check of ${items} items`, `${text}, ${(took / floor).toFixed(2)} times its requests (goal 1.3)`);
    say('Memory above idle', `${check.memory.toFixed(0)} MB (goal 150)`);
    say('Longest answer to others meanwhile', `${check.longest.toFixed(0)} ms (goal 50)`);
    const page = performance.now();
    await ask(here, 'GET', '/live/plan');
    say('A page of the plan', `${(seconds(page) * 1000).toFixed(0)} ms`);
    const pull = await measured(here, '/live/pulls', {});
    const pulled = net(pull);
    say(
      'Pull of all',
      `${pulled.text}, ${(items / pulled.took).toFixed(0)} items a second, ${pull.memory.toFixed(0)} MB`,
    );
    say('Longest answer to others meanwhile', `${pull.longest.toFixed(0)} ms`);
    say('Full check of the same again', net(await measured(here, '/live/checks', { full: true })).text);
    say('Merge of an article of 60 blocks', `${mergeTime().toFixed(2)} ms (goal 5)`);
  } finally {
    child.kill();
    here.engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask({ engine, admin }: Bench, method: string, path: string, body?: object): Promise<unknown> {
  const request = { method, path: `/polydesk/v1${path}`, ...(body && { body: body as Record<string, unknown> }) };
  const answer = await engine.ask(request, admin);
  if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** The same pages over four lanes by a bare client: what nobody can be faster than. */
async function floorOf(url: string, items: number): Promise<number> {
  const from = performance.now();
  let offset = 0;
  const lane = async (): Promise<void> => {
    for (let at = (offset += 100) - 100; at < items; at = (offset += 100) - 100)
      await (await globalThis.fetch(`${url}/wp-json/wp/v2/posts?per_page=100&offset=${at}`)).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  return seconds(from);
}

async function measured(
  here: Bench,
  path: string,
  body: object,
): Promise<{ took: number; processor: number; memory: number; longest: number }> {
  const before = process.cpuUsage();
  const idle = process.memoryUsage.rss();
  const from = performance.now();
  await ask(here, 'POST', path, body);
  let [most, longest] = [0, 0];
  for (;;) {
    const asked = performance.now();
    const { run } = (await ask(here, 'GET', '/live')) as { run: { state: string; report: unknown } };
    longest = Math.max(longest, performance.now() - asked);
    most = Math.max(most, process.memoryUsage.rss() - idle);
    if (run.state === 'failed') throw new Error(JSON.stringify(run.report));
    if (run.state === 'done') {
      const { user, system } = process.cpuUsage(before);
      return { took: seconds(from), processor: (user + system) / 1e6, memory: most / 2 ** 20, longest };
    }
    await setTimeout(20);
  }
}

function mergeTime(): number {
  const block = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
  const blocks = Array.from({ length: 60 }, (_, at) => block(`Paragraph ${at} of an article with some words in it`));
  const changed = (at: number): string =>
    blocks.map((text, n) => (n % 7 === at ? text.replace('some', `more${at}`) : text)).join('\n\n');
  const sides = { base: blocks.join('\n\n'), here: changed(1), there: changed(3) };
  for (let n = 0; n < 20; n++) mergeContent(sides);
  const from = performance.now();
  for (let n = 0; n < 50; n++) mergeContent(sides);
  return (seconds(from) * 1000) / 50;
}
