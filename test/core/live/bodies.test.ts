// Stored bodies of the live site that are no longer needed are removed; those needed to undo a pull are kept.
import { afterEach, expect, test } from 'vitest';
import { openRig, type Rig } from './push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const bodies = ({ site }: Rig): number => site.db.prepare('SELECT count(*) FROM live_bodies').pluck().get() as number;
const lost = ({ site }: Rig): unknown[] =>
  site.db
    .prepare(
      `SELECT uuid FROM live_bases WHERE body NOT IN (SELECT id FROM live_bodies)
       UNION SELECT uuid FROM live_seen WHERE body NOT IN (SELECT id FROM live_bodies)`,
    )
    .all();

async function open(): Promise<{ own: Rig; change: (title: string) => void }> {
  rig = await openRig();
  const own = rig;
  await own.wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'One', slug: 'one', content: 'text', status: 'publish' });
  await own.check();
  own.pull();
  await own.check();
  return {
    own,
    change: (title) => void Object.assign(own.there('One') ?? own.there(current) ?? {}, { title: (current = title) }),
  };
}
let current = 'One';

test('states seen only in between are removed with the next full check', async () => {
  const { own, change } = await open();
  const before = bodies(own);
  for (const title of ['A', 'B', 'C', 'D']) {
    change(title);
    await own.check();
  }
  expect(bodies(own)).toBe(before + 1);
  expect(lost(own)).toEqual([]);
  own.pull();
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('a pull is undone after bodies went: content and plan are as before', async () => {
  const { own, change } = await open();
  change('A');
  await own.check();
  own.pull();
  for (const title of ['B', 'A']) {
    change(title);
    await own.check();
  }
  const [entry] = own.here.engine.dispatch({ method: 'GET', path: '/polydesk/v1/history' }, own.here.admin).body as {
    id: number;
  }[];
  expect(own.here.ask('POST', `/polydesk/v1/history/${entry?.id ?? 0}/undo`, {}).status).toBe(200);
  expect(lost(own)).toEqual([]);
  expect(own.plan()).toEqual(['there One']);
  own.pull();
  expect(own.plan()).toEqual([]);
});

test('a pull whose item a later pull deleted: the error names what to undo first, and that works', async () => {
  const { own, change } = await open();
  change('A');
  await own.check();
  own.pull();
  const post = own.there('A');
  if (post) own.wp.site.posts.delete(post.id);
  await own.check();
  own.pull();
  const entries = own.here.engine.dispatch({ method: 'GET', path: '/polydesk/v1/history' }, own.here.admin).body as {
    id: number;
  }[];
  const undo = (at: number) =>
    own.here.engine.dispatch(
      { method: 'POST', path: `/polydesk/v1/history/${entries[at]?.id ?? 0}/undo`, body: {} },
      own.here.admin,
    );
  const refused = undo(1);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'polydesk_conflict',
    message: expect.stringContaining('Undo that one first'),
  });
  expect(JSON.stringify(refused.body)).not.toContain('live_bases');
  expect([undo(0).status, undo(1).status]).toEqual([200, 200]);
});
