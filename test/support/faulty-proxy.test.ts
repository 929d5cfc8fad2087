import { afterEach, expect, test } from 'vitest';
import { openFaultyProxy, type FaultyProxy, type LineFault } from './faulty-proxy.ts';
import { openWordPress, type WordPress } from './wordpress/server.ts';

let wp: WordPress | undefined;
let line: FaultyProxy | undefined;
afterEach(async () => {
  await line?.close();
  await wp?.close();
});

/** The result of a create request on such a connection: the response, and how many items exist. */
async function create(fault: LineFault | undefined): Promise<{ heard: number | string; made: number }> {
  wp = await openWordPress();
  line = await openFaultyProxy(wp.url);
  line.rule = () => fault;
  const authorization = `Basic ${Buffer.from(`admin:${wp.passwords['admin']}`).toString('base64')}`;
  const asked = fetch(`${line.url}/wp-json/wp/v2/posts`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"title":"A","slug":"a"}',
  });
  const heard = await asked.then(async (answer) => (await answer.text(), answer.status)).catch(() => 'nothing');
  return { heard, made: wp.site.posts.size };
}

test.each<[fault: LineFault | undefined, heard: number | string, made: number]>([
  [undefined, 201, 1],
  ['before', 'nothing', 0],
  ['after', 'nothing', 1],
  ['mid', 'nothing', 1],
  ['html', 200, 0],
  [429, 429, 0],
  [503, 503, 0],
  [500, 500, 0],
  [{ wait: 5 }, 201, 1],
])('%j: heard %s, made %i', async (fault, heard, made) => {
  expect(await create(fault)).toEqual({ heard, made });
});

test.each<[fault: LineFault, heard: number | string]>([
  ['repeat', 201],
  ['echo', 201],
  ['repeat-lost', 'nothing'],
])('a request that arrives twice is processed twice: %j', async (fault, heard) => {
  expect((await create(fault)).heard).toBe(heard);
  const slugs = [...(wp?.site.posts.values() ?? [])].map(({ slug }) => slug);
  expect(slugs).toEqual(['a', 'a-2']);
});
