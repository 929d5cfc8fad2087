// Before new items are sent, a push looks for what was made there since the check and has their names (`live-site.md` 11).
import { afterEach, expect, test } from 'vitest';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import { putChoice } from '../../../../core/store/live/states.ts';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function opened(): Promise<Rig> {
  const one = (rig = await openRig({ surface: 'pro' }));
  await one.check();
  one.pull();
  return one;
}

const make = async ({ wp }: Rig, lang: string, body: Record<string, string>): Promise<number> => {
  const { status, body: made } = await wp.ask('POST', `/wp/v2/posts?lang=${lang}`, {
    ...{ status: 'publish', content: paragraph('Theirs'), date_gmt: '2026-01-02T03:04:05' },
    ...body,
  });
  expect(status).toBe(201);
  return (made as { id: number }).id;
};
const named = ({ wp }: Rig, title: string): string[] =>
  [...wp.site.posts.values()].filter((one) => one.title === title).map(({ lang, slug }) => `${lang} ${slug}`);

const OURS = { title: 'Market &amp; fair', slug: 'market', status: 'publish', lang: 'fr' };

test.each([
  ['its title under another slug', { title: OURS.title, slug: 'fair' }, 'fr', 'conflict'],
  ['its slug under another title', { title: 'Other', slug: 'market' }, 'fr', 'conflict'],
  ['control: its title in another language', { title: OURS.title, slug: 'fair' }, 'en', 'done'],
  ['control: another title and slug', { title: 'Other', slug: 'other' }, 'fr', 'done'],
] as const)('an item that was made there since the check with %s', async (_name, body, lang, state) => {
  const one = await opened();
  write(one, '/wp/v2/posts', OURS);
  await make(one, lang, body);
  const { run } = await one.push();
  expect(one.steps(run)[0]).toMatchObject({ state, ...(state === 'conflict' && { result: { code: 'twin' } }) });
  expect(named(one, OURS.title).includes('fr market')).toBe(state === 'done');
});

test('control: without the look it is sent all the same', async () => {
  const one = await opened();
  write(one, '/wp/v2/posts', OURS);
  await make(one, 'fr', { title: OURS.title, slug: 'fair' });
  await one.push({}, { without: ['look'] });
  expect(named(one, OURS.title)).toEqual(['fr fair', 'fr market']);
});

test('after the next check both are known, and a person decides', async () => {
  const one = await opened();
  write(one, '/wp/v2/posts', OURS);
  await make(one, 'fr', { title: OURS.title, slug: 'market' });
  await one.push();
  await one.check();
  expect(one.rows().map(({ hindrance }) => hindrance?.code)).toEqual(['twin', 'twin']);
  const live = connectedSite(one.site.db)?.id ?? 0;
  for (const row of one.rows())
    putChoice(one.site.db, live, { ...row, choice: row.state === 'new_here' ? 'here' : 'there' });
  expect((await one.push()).report).toMatchObject({ done: 3 });
  expect(named(one, OURS.title)).toEqual(['fr market', 'fr market-2']);
});

test('a slug that several languages share is looked at in each of them', async () => {
  const one = await opened();
  const share = (id: number, slug: string): void => {
    const post = one.wp.site.posts.get(id);
    if (post) post.slug = slug;
  };
  share(await make(one, 'en', { title: 'Known', slug: 'known' }), 'market');
  await one.check();
  write(one, '/wp/v2/posts', OURS);
  // The first item of this slug is known, the second was made a moment ago, after the sweep.
  let isMade = false;
  one.line.rule = ({ method, path }) => {
    if (method !== 'GET' || !path.includes('slug=market') || isMade) return undefined;
    isMade = true;
    const known = [...one.wp.site.posts.values()].find(({ title }) => title === 'Known');
    if (known)
      one.wp.site.posts.set(900, { ...structuredClone(known), id: 900, title: 'Unseen', lang: 'fr', group: 900 });
    return undefined;
  };
  const { run } = await one.push();
  expect(isMade).toBe(true);
  expect(one.steps(run)[0]).toMatchObject({ state: 'conflict', result: { code: 'twin' } });
});

test('terms and files are looked for as well, each type once', async () => {
  const one = await opened();
  for (const name of ['Sport', 'Music', 'News']) write(one, '/wp/v2/tags', { name, slug: `our-${name}`, lang: 'fr' });
  await one.wp.ask('POST', '/wp/v2/tags?lang=fr', { name: 'Sport', slug: 'theirs' });
  const before = one.line.seen.length;
  const { run } = await one.push();
  const states = one.steps(run).filter(({ action }) => action === 'term');
  expect(states.map(({ input, state, result }) => [input.title, state, result?.code]).toSorted()).toEqual([
    ['Music', 'done', ''],
    ['News', 'done', ''],
    ['Sport', 'conflict', 'twin'],
  ]);
  const sweeps = one.line.seen
    .slice(before)
    .filter(({ path }) => path.includes('/tags?') && path.includes('orderby=id'));
  expect(sweeps).toHaveLength(1);
});
