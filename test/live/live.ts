// Run by hand against a real WordPress with Polylang, on a site that may be changed: npm run test:live -- ADDRESS
// POLYDESK_LIVE_USER and POLYDESK_LIVE_PASSWORD say who signs in. It makes posts there and moves them to the trash at the end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dict } from '../../core/types.ts';
import { openBench } from '../support/engine.ts';

const [url = ''] = process.argv.slice(2);
const { POLYDESK_LIVE_USER: user = 'admin', POLYDESK_LIVE_PASSWORD: password = '' } = process.env;
if (url === '' || password === '') throw new Error('Name the address, and the password in POLYDESK_LIVE_PASSWORD.');
const folder = mkdtempSync(join(tmpdir(), 'polydesk-live-'));
const here = openBench({ file: join(folder, 'site.polydesk') });
let faults = 0;

async function ask(method: string, path: string, body?: Dict): Promise<Dict> {
  const answer = await here.engine.ask({ method, path, ...(body && { body }) }, here.admin);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Dict;
}

async function work(path: string, body: Dict = {}): Promise<Dict> {
  const { job } = (await ask('POST', `/polydesk/v1/live${path}`, body)) as { job: number };
  for (;;) {
    const now = await ask('GET', `/polydesk/v1/jobs/${job}`);
    if (now['state'] !== 'queued' && now['state'] !== 'running') return now;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** A write there, as somebody else would do it. */
async function there(path: string, body: Dict): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const head = { authorization, 'content-type': 'application/json' };
  const answer = await globalThis.fetch(`${url}/wp-json${path}`, {
    method: 'POST',
    headers: head,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

function say(name: string, found: unknown, wanted: unknown): void {
  const isRight = JSON.stringify(found) === JSON.stringify(wanted);
  if (!isRight) faults += 1;
  process.stdout.write(
    `${isRight ? 'ok  ' : 'DIFF'} ${name}${isRight ? '' : `: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`}\n`,
  );
}

const counts = async (): Promise<number[]> => {
  const { counts: found } = (await ask('GET', '/polydesk/v1/live')) as { counts: Record<string, number> };
  return [found['to_push'] ?? -1, found['to_pull'] ?? -1, found['conflicts'] ?? -1];
};

try {
  await ask('PUT', '/polydesk/v1/live', { url, user, password });
  say('check', (await work('/checks', { full: true }))['state'], 'done');
  say('pull', (await work('/pulls'))['state'], 'done');
  say('after the pull nothing differs', await counts(), [0, 0, 0]);
  const mark = Date.now().toString(36);
  const made = (await ask('POST', '/wp/v2/posts', {
    title: `Push ${mark}`,
    slug: `push-${mark}`,
    status: 'publish',
    content: 'One two three',
  })) as { id: number };
  say('push', (await work('/pushes'))['state'], 'done');
  say('after the push nothing differs', await counts(), [0, 0, 0]);
  await work('/checks', { full: true });
  say('nor after a full check', await counts(), [0, 0, 0]);
  const [run] = (await ask('GET', '/polydesk/v1/live/pushes')) as unknown as { id: number }[];
  const { steps } = (await ask('GET', `/polydesk/v1/live/pushes/${run?.id}`)) as { steps: { remote_id: number }[] };
  const remote = steps[0]?.remote_id ?? 0;
  await there(`/wp/v2/posts/${remote}`, { title: `Theirs ${mark}` });
  await ask('POST', `/wp/v2/posts/${made.id}`, { title: `Ours ${mark}` });
  await work('/pushes');
  say('an edit on both sides is a conflict, and nothing is sent', (await counts())[2], 1);
  const [line] = (await ask('GET', '/polydesk/v1/live/plan')) as unknown as { key: string }[];
  await ask('PATCH', '/polydesk/v1/live/choices', { choices: { [line?.key ?? '']: 'here' } });
  await work('/pushes');
  say('decided and sent', await counts(), [0, 0, 0]);
  here.engine.dispatch({ method: 'DELETE', path: `/wp/v2/posts/${made.id}` }, here.admin);
  await work('/pushes', { deletes: [line?.key ?? ''] });
  await work('/checks', { full: true });
  say('in the trash on both sides', await counts(), [0, 0, 0]);
} finally {
  here.engine.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(faults === 0 ? 'ALL RIGHT\n' : `${faults} differences\n`);
process.exitCode = faults === 0 ? 0 : 1;
