// kill -9 in the middle of a push: it resumes where it was, and finally nothing is duplicated or incomplete.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBench } from '../support/engine.ts';
import { openDesk, type Desk } from '../support/program.ts';
import { openWordPress, type WordPress } from '../support/wordpress/server.ts';
import { openFaultyProxy, type FaultyProxy } from '../support/faulty-proxy.ts';

/** Writes after which the program is killed; `npm run test:long` tries each of the first thirty. */
const isLong = process.env['POLYDESK_LONG'] !== undefined;
const POSTS = 4;
/** The category, and each post as a shell and with its texts. */
const WRITES = 1 + 2 * POSTS;
const MOMENTS = isLong ? Array.from({ length: WRITES }, (_, at) => at + 1) : [1, 5, WRITES];

let desk: Desk;
let wp: WordPress;
let line: FaultyProxy;
beforeEach(async () => {
  desk = openDesk();
  wp = await openWordPress({ surface: 'pro' });
  line = await openFaultyProxy(wp.url);
  wp.site.home = line.url;
});
afterEach(async () => {
  await line.close();
  await wp.close();
  await desk.close();
});

test.each(MOMENTS)('killed at write %i of a push, it goes on and makes nothing twice', async (moment) => {
  const file = join(desk.folder, 'a.polydesk');
  const env = { POLYDESK_LIVE_PASSWORD: wp.passwords['admin'] ?? '' };
  const polydesk = (...words: string[]) => desk.start(words, env);
  expect(await polydesk('connect', file, line.url, '--user', 'admin').ended).toMatchObject({ code: 0 });
  expect(await polydesk('pull', file).ended).toMatchObject({ code: 0 });
  write(file);
  const begin = line.seen.length;
  const pushing = polydesk('push', file, '--yes');
  let isKilled = false;
  // The site does it, and the program does not live to hear of it.
  line.rule = ({ at, method }) => {
    const writes = line.seen.slice(begin).filter((one) => one.method === 'POST').length;
    if (isKilled || at < begin || method !== 'POST' || writes < moment) return undefined;
    isKilled = true;
    void pushing.stop('SIGKILL');
    return { wait: 200 };
  };
  await pushing.ended;
  expect(isKilled).toBe(true);
  line.rule = () => undefined;
  const { run } = JSON.parse((await polydesk('status', file, '--json').ended).stdout) as {
    run: { id: number; kind: string };
  };
  expect(run.kind).toBe('push');
  expect(await polydesk('push', file, '--resume', String(run.id)).ended).toMatchObject({ code: 0 });
  const titles = [...wp.site.posts.values()].map(({ title, status, slug }) => `${title} ${status} ${slug}`).toSorted();
  expect(titles).toEqual(Array.from({ length: POSTS }, (_, n) => `Post ${n} publish post-${n}`));
  expect((await polydesk('status', file, '--full').ended).stdout).toContain('0 to push, 0 to pull, 0 in conflict');
});

/** Posts in a category of their own, written by hand while nobody pushes. */
function write(file: string): void {
  const here = openBench({ file });
  try {
    const { id } = here.ask('POST', '/wp/v2/categories', { name: 'New', slug: 'new', lang: 'en' }).body as {
      id: number;
    };
    for (let n = 0; n < POSTS; n++) {
      const body = { title: `Post ${n}`, slug: `post-${n}`, status: 'publish', lang: 'en', categories: [id] };
      expect(here.ask('POST', '/wp/v2/posts', body).status).toBe(201);
    }
  } finally {
    here.engine.close();
  }
}
