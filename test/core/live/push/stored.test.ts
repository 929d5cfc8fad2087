// What a site stored of a push other than it was sent: shown as sent and as stored, and taken over here.
import { afterEach, expect, test } from 'vitest';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const sent = `${paragraph('Ours')}<script>x()</script>`;
const stored = `${paragraph('Ours')}x()`;

/** A post whose text was pushed to a site that takes scripts out, with the address of that step. */
async function pushed(): Promise<Rig & { id: number; run: number; path: string; content: () => string }> {
  const one = (rig = await openRig({ surface: 'pro', filtersHtml: true }));
  const body = { title: 'Hello', slug: 'hello', status: 'publish', content: paragraph('One') };
  await one.wp.ask('POST', '/wp/v2/posts?lang=en', body);
  await one.check();
  one.pull();
  const [post] = one.here.ask('GET', '/wp/v2/posts').body as { id: number }[];
  const id = post?.id ?? 0;
  write(one, `/wp/v2/posts/${id}`, { content: sent });
  const { run } = await one.push();
  const { admin, engine } = one.here;
  const content = (): string => {
    const request = { method: 'GET', path: `/wp/v2/posts/${id}`, query: { context: 'edit' } };
    return (engine.dispatch(request, admin).body as { content: { raw: string } }).content.raw;
  };
  return { ...one, id, run, path: `/polydesk/v1/live/pushes/${run}/steps/1`, content };
}

test('a step says what was sent and what was stored; its version is taken over, once and undoably', async () => {
  const one = await pushed();
  const fields = [{ field: 'content', sent, stored }];
  expect(one.here.ask('GET', one.path)).toMatchObject({
    status: 200,
    body: { seq: 1, lang: 'en', fields, here: 'sent' },
  });
  expect(one.there('Hello')?.content).toBe(stored);
  const taken = one.here.ask('POST', `${one.path}/take`, {});
  expect(taken).toMatchObject({ status: 200, body: { counts: { to_push: 0, to_pull: 0, conflicts: 0 } } });
  expect(one.content()).toBe(stored);
  expect(one.plan()).toEqual([]);
  expect(one.here.ask('GET', one.path)).toMatchObject({ body: { here: 'stored' } });
  const [entry] = one.here.ask('GET', '/polydesk/v1/history').body as { id: number; code: string }[];
  expect(entry).toMatchObject({ code: 'live.taken' });
  expect(one.here.ask('POST', `/polydesk/v1/history/${entry?.id}/undo`, {}).status).toBe(200);
  expect(one.content()).toBe(sent);
  expect(one.here.ask('GET', one.path)).toMatchObject({ body: { here: 'sent' } });
  expect(one.plan()).toEqual([]);
  // What the site gets next is compared with what both have.
  expect((await one.push()).report).toMatchObject({ done: 0 });
});

test('what was edited here or pushed again since is not overwritten', async () => {
  const one = await pushed();
  write(one, `/wp/v2/posts/${one.id}`, { content: paragraph('Later') });
  const refused = { status: 409, body: { code: 'polydesk_conflict' } };
  expect(one.here.ask('GET', one.path)).toMatchObject({ body: { here: 'other' } });
  expect(one.here.ask('POST', `${one.path}/take`, {})).toMatchObject(refused);
  await one.push();
  expect(one.here.ask('POST', `${one.path}/take`, {})).toMatchObject(refused);
  expect(one.content()).toBe(paragraph('Later'));
  expect(one.there('Hello')?.content).toBe(paragraph('Later'));
});

test('other steps, runs and pushes have nothing to take', async () => {
  const one = await pushed();
  write(one, `/wp/v2/posts/${one.id}`, { title: 'Other' });
  const { run } = await one.push();
  const steps = `/polydesk/v1/live/pushes/${run}/steps`;
  expect(one.here.ask('GET', `${steps}/1`)).toMatchObject({ status: 200, body: { fields: [], here: 'other' } });
  const paths = [`${steps}/1/take`, `${steps}/9/take`, `/polydesk/v1/live/pushes/${run + 9}/steps/1/take`];
  expect(paths.map((path) => one.here.ask('POST', path, {}).status)).toEqual([404, 404, 404]);
  expect(one.here.ask('GET', `${steps}/9`).status).toBe(404);
  const undo = await one.undo(run);
  expect(one.here.ask('GET', `/polydesk/v1/live/pushes/${undo.run}/steps/1`).status).toBe(404);
});
