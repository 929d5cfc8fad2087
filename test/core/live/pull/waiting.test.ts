// An item that refers to another one which is not here yet, and was edited here, too: what was done here is still there in the end.
import { afterEach, expect, test } from 'vitest';
import { lineName } from '../../../../core/live/line-name.ts';
import { openRig, paragraph, write, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** A post that is on both sides, and its number. */
async function pulled(): Promise<Rig & { hello: number }> {
  const one = (rig = await openRig());
  const { body } = await one.wp.ask('POST', '/wp/v2/posts?lang=en', {
    ...{ title: 'Hello', slug: 'hello', status: 'publish', date_gmt: '2026-01-02T03:04:05' },
    content: [paragraph('One two three'), paragraph('Four five six')].join('\n\n'),
  });
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  return { ...one, hello: (body as { id: number }).id };
}

const make = async ({ wp }: Rig, path: string, body: Record<string, string>): Promise<number> =>
  ((await wp.ask('POST', `${path}?lang=en`, body)).body as { id: number }).id;

/** Pulls or pushes the post alone, then pulls everything, pushes and checks: nothing differs. */
async function finish(one: Rig, way: 'pull' | 'push' = 'pull'): Promise<void> {
  const lines = one.rows().filter(({ title }) => title === 'Hello');
  await one.check();
  if (way === 'pull') one.pull({ lines: lines.map(lineName) });
  else await one.push({ lines });
  one.pull();
  expect((await one.push()).report).toMatchObject({ conflict: 0, failed: 0, skipped: 0 });
  await one.check();
  expect(one.plan()).toEqual([]);
}

test.each(['pull', 'push'] as const)(
  'a category that was assigned here, while one was assigned there that is not here yet: %s',
  async (way) => {
    const one = await pulled();
    const theirs = await make(one, '/wp/v2/categories', { name: 'Theirs', slug: 'theirs' });
    await one.wp.ask('POST', `/wp/v2/posts/${one.hello}`, { categories: [1, theirs] });
    const ours = write(one, '/wp/v2/categories', { name: 'Ours', slug: 'ours', lang: 'en' });
    write(one, `/wp/v2/posts/${one.hello}`, { categories: [1, ours] });
    await finish(one, way);
    const names = (one.there('Hello')?.terms['category'] ?? []).map((id) => one.wp.site.terms.get(id)?.name);
    expect(names.toSorted()).toEqual(['Ours', 'Theirs', 'Uncategorized']);
  },
);

test.each(['pull', 'push'] as const)(
  'a text that was edited here, while a block was added there whose pattern is not here yet: %s',
  async (way) => {
    const one = await pulled();
    const pattern = await make(one, '/wp/v2/posts', { title: 'Pattern', slug: 'pattern', status: 'publish' });
    const [first, second] = [paragraph('One two three'), paragraph('Four five six')];
    const block = `<!-- wp:block {"ref":${pattern}} /-->`;
    await one.wp.ask('POST', `/wp/v2/posts/${one.hello}`, { content: [first, second, block].join('\n\n') });
    write(one, `/wp/v2/posts/${one.hello}`, { content: [paragraph('One two ours three'), second].join('\n\n') });
    await finish(one, way);
    expect(one.there('Hello')?.content).toBe([paragraph('One two ours three'), second, block].join('\n\n'));
  },
);

test('a category that was assigned there and is not here yet, while a conflict of its post is settled', async () => {
  const one = await pulled();
  const theirs = await make(one, '/wp/v2/categories', { name: 'Theirs', slug: 'theirs' });
  await one.wp.ask('POST', `/wp/v2/posts/${one.hello}`, { categories: [1, theirs], title: 'Hello there' });
  write(one, `/wp/v2/posts/${one.hello}`, { title: 'Hello here' });
  await one.check();
  const [row] = one.rows().filter(({ state }) => state === 'conflict');
  const { fields } = one.here.ask('GET', `/polydesk/v1/live/plan/post-${row?.uuid}`).body as {
    fields: { field: string; there: unknown }[];
  };
  const values = Object.fromEntries(fields.map(({ field, there }) => [field, there]));
  const body = { here: row?.here, there: row?.there, fields: { ...values, title: 'Hello' } };
  expect(one.here.ask('POST', `/polydesk/v1/live/plan/post-${row?.uuid}/resolve`, body).status).toBe(200);
  await finish(one, 'push');
  const names = (one.there('Hello')?.terms['category'] ?? []).map((id) => one.wp.site.terms.get(id)?.name);
  expect(names.toSorted()).toEqual(['Theirs', 'Uncategorized']);
});
