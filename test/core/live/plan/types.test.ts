// `GET /live/plan/types`: the section counts of a list that is only partly loaded.
import { afterEach, expect, test } from 'vitest';
import type { PlanLine, PlanType } from '../../../../core/schema/live/plan.ts';
import { openRig, write, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const get = <T>({ here }: Rig, path: string, query: Record<string, string> = {}): T =>
  here.engine.dispatch({ method: 'GET', path: `/polydesk/v1/live/plan${path}`, query }, here.admin).body as T;
const types = (own: Rig, query: Record<string, string> = {}): PlanType[] => get(own, '/types', query);

async function open(): Promise<Rig> {
  const own = (rig = await openRig());
  for (const title of ['One', 'Two', 'Three'])
    await own.wp.ask('POST', '/wp/v2/posts?lang=en', { title, slug: title.toLowerCase(), status: 'publish' });
  await own.check();
  own.pull();
  const ids = own.here.engine.dispatch({ method: 'GET', path: '/wp/v2/posts' }, own.here.admin).body as {
    id: number;
    slug: string;
  }[];
  const idOf = (slug: string): number => ids.find((one) => one.slug === slug)?.id ?? 0;
  write(own, `/wp/v2/posts/${idOf('one')}`, { title: 'Uno' });
  const path = `/wp/v2/posts/${idOf('two')}`;
  own.here.engine.dispatch({ method: 'DELETE', path, query: { force: 'true' } }, own.here.admin);
  write(own, `/wp/v2/posts/${idOf('three')}`, { title: 'Tre' });
  write(own, '/wp/v2/pages', { title: 'New', slug: 'new', status: 'publish', lang: 'en' });
  write(own, '/wp/v2/categories', { name: 'Bikes', slug: 'bikes', lang: 'en' });
  return own;
}

test('lines are counted by type, in the order of the sidebar, and as many as the list has', async () => {
  const own = await open();
  const found = types(own, { direction: 'push' });
  expect(found.map(({ kind, type, lines, deleted, usual }) => [kind, type, lines, deleted, usual])).toEqual([
    ['post', 'post', 3, 1, 2],
    ['post', 'page', 1, 0, 1],
    ['term', 'category', 1, 0, 1],
  ]);
  for (const { kind, type, lines } of found)
    expect(get<PlanLine[]>(own, '', { direction: 'push', kind, type })).toHaveLength(lines);
});

test('lines that are left out or need a decision do not take part by default', async () => {
  const own = await open();
  own.choose('Uno', 'leave');
  const three = own.there('Three');
  if (three) three.title = 'Drei';
  await own.check();
  const [posts] = types(own, { direction: 'push', type: 'post' });
  expect(posts).toMatchObject({ conflicts: 1, usual: 0 });
  expect(types(own, { type: 'post', states: 'conflict' })).toMatchObject([{ type: 'post', lines: 1, conflicts: 1 }]);
  expect(types(own, { lang: 'fr' })).toEqual([]);
});
