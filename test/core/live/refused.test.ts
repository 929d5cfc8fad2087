// Refused requests during a check: a list is left out only if the response says that this user may not read it.
import { afterEach, expect, test } from 'vitest';
import { live } from '../../../core/domain/live/live.ts';
import { openRig, type Rig } from './push/rig.ts';
import type { LineFault } from '../../support/faulty-proxy.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function open(): Promise<Rig> {
  const own = (rig = await openRig());
  for (const title of ['One', 'Two'])
    await own.wp.ask('POST', '/wp/v2/posts?lang=en', { title, slug: title.toLowerCase(), status: 'publish' });
  await own.check();
  own.pull();
  expect(own.plan()).toEqual([]);
  return own;
}

test.each<[LineFault, string]>([
  [400, 'polydesk_live_answer'],
  [404, 'polydesk_live_answer'],
  [429, 'polydesk_live_busy'],
  [503, 'polydesk_live_busy'],
])(
  'a list that is answered with %s ends the check: nothing is gone, and nothing counts as checked',
  async (fault, code) => {
    const own = await open();
    const before = live(own.site).full_check_at;
    own.line.rule = ({ path }) => (path.includes('/wp/v2/posts?') && path.includes('per_page=100') ? fault : undefined);
    await expect(own.check()).rejects.toMatchObject({ code });
    expect(own.plan()).toEqual([]);
    expect(live(own.site).full_check_at).toBe(before);
    own.line.rule = () => undefined;
    await own.check();
    expect(own.plan()).toEqual([]);
  },
);

test('a list that this user may not read is named, and its items stay as they are known', async () => {
  const own = await open();
  own.line.rule = ({ path }) => (path.includes('/wp/v2/posts?') ? 403 : undefined);
  expect(await own.check()).toMatchObject({ forbidden_types: ['post'], gone: 0 });
  expect(own.plan()).toEqual([]);
});

test('terms refused in the middle of a list are all reread in the public context', async () => {
  const own = (rig = await openRig());
  await own.wp.ask('POST', '/wp/v2/tags?lang=en', { name: 'Tag', slug: 'tag' });
  const first = [...own.wp.site.terms.values()].find(({ slug }) => slug === 'tag');
  if (!first) throw new Error('No tag was made');
  for (let id = 1000; id < 1519; id++)
    own.wp.site.terms.set(id, { ...first, id, name: `Tag ${id}`, slug: `tag-${id}`, group: id, mark: '' });
  // Four pages go on at a time after the first, so that the sixth is asked for once another one is stored.
  own.line.rule = ({ path }) =>
    path.includes('/wp/v2/tags?') && path.includes('context=edit') && path.includes('offset=500') ? 403 : undefined;
  await own.check();
  const pages = own.line.seen.flatMap(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://site');
    const isTags = pathname.endsWith('/wp/v2/tags') && searchParams.get('context') === 'view';
    const isPage = isTags && searchParams.get('order') === 'asc';
    return isPage ? [Number(searchParams.get('offset'))] : [];
  });
  expect(pages.toSorted((a, b) => a - b)).toEqual([0, 100, 200, 300, 400, 500]);
  expect(own.plan().filter((line) => line.startsWith('new_there Tag'))).toHaveLength(520);
});
