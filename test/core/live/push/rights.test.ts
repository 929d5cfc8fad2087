// Rights that are lost while a push goes on: it stops and says so once, instead of failing line by line.
import { afterEach, expect, test } from 'vitest';
import type { Role } from '../../../support/wordpress/site.ts';
import { openRig, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const ITEMS = 30;

/** So many posts that are on both sides, changed here. */
async function open(): Promise<Rig> {
  const own = (rig = await openRig({ surface: 'pro', user: 'editor' }));
  for (let at = 0; at < ITEMS; at++)
    await own.wp.ask('POST', '/wp/v2/posts?lang=en', { title: `Post ${at}`, slug: `post-${at}`, status: 'publish' });
  await own.check();
  own.pull();
  const rows = own.site.db.prepare(`SELECT id FROM posts WHERE type = 'post'`).pluck().all() as number[];
  for (const id of rows) write(own, `/wp/v2/posts/${id}`, { excerpt: 'changed here' });
  return own;
}

/** The role of the user there changes with this write. */
function demote(own: Rig, role: Role, after: number): void {
  const user = own.wp.site.users.find(({ name }) => name === 'editor');
  let writes = 0;
  own.line.rule = ({ method }) => {
    if (method === 'POST' && ++writes === after && user) user.role = role;
    return undefined;
  };
}

test.for([['author'], ['contributor'], ['subscriber']] as const)(
  'an editor who becomes %s in the middle: it stops, and goes on once the rights are back',
  async ([role]) => {
    const own = await open();
    demote(own, role, 5);
    const before = own.line.seen.length;
    const { fault, report, run } = await own.push();
    expect(fault).toBe('polydesk_live_rights_lost');
    expect(report).toMatchObject({ done: 4, failed: 0, conflict: 0 });
    expect(report.open).toBe(ITEMS - 4);
    // Two requests for each item that went through, and a few until it was sure.
    expect(own.line.seen.length - before).toBeLessThan(2 * 5 + 8);
    demote(own, 'editor', 1);
    const user = own.wp.site.users.find(({ name }) => name === 'editor');
    if (user) user.role = 'editor';
    expect(await own.resume(run)).toMatchObject({ fault: '', report: { done: ITEMS, failed: 0, open: 0 } });
    expect(own.plan()).toEqual([]);
  },
);

test('control: items that are refused one by one stop nothing while the rights are what they were', async () => {
  const own = await open();
  const refused = new Set([...own.wp.site.posts.values()].slice(3, 9).map(({ id }) => String(id)));
  own.line.rule = ({ path }) => (refused.has(/\/posts\/(\d+)/.exec(path)?.[1] ?? '') ? 403 : undefined);
  expect(await own.push()).toMatchObject({ fault: '', report: { done: ITEMS - 6, failed: 6, open: 0 } });
});
