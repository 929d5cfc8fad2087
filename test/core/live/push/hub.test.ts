// Between two Polydesk programs there is no race between the last check and the write: the other side refuses
// (`live-site.md` 11).
import { afterEach, expect, test } from 'vitest';
import { openLive } from '../../../../core/live/connect.ts';
import { runPush } from '../../../../core/live/push/push.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import { insertRun } from '../../../../core/store/live/runs.ts';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import { stepsOf } from '../../../../core/store/live/steps.ts';
import { begin, commit } from '../../../../core/store/transaction.ts';
import { make, openPair, type Pair } from '../support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

test.each([
  ['the same field: a conflict', { title: 'Theirs' }, 'conflict', 'Theirs'],
  ['another field: sent after another look', { excerpt: 'Theirs' }, 'done', 'Ours'],
])('an edit between look and write, of %s', async (_name, theirs, state, title) => {
  let meanwhile = (): void => undefined;
  const opened = (pair = await openPair({
    hides: [],
    fault(method) {
      if (method === 'POST') meanwhile();
      return undefined;
    },
  }));
  const { here, there, site } = opened;
  const id = make(there.bench, '/wp/v2/posts', { title: 'Hello', status: 'publish', lang: 'en' });
  await opened.check();
  opened.pull();
  here.ask('POST', `/wp/v2/posts/${id}`, { title: 'Ours' });
  expect(opened.plan()).toEqual(['here Ours']);
  let isEdited = false;
  meanwhile = () => {
    if (!isEdited) there.bench.ask('POST', `/wp/v2/posts/${id}`, theirs);
    isEdited = true;
  };
  const row = connectedSite(site.db);
  if (!row) throw new Error('Not connected');
  const remote = openLive(row, { password: there.passwords['admin'] ?? '', version: '1' });
  const keep = <T>(work: () => T): Promise<T> => {
    begin(site.db);
    const value = work();
    commit(site.db);
    return Promise.resolve(value);
  };
  const input = { as_draft: false, dry: false, deletes: [] };
  const run = insertRun(site.db, { live: row.id, kind: 'push', input, author: 'admin', at: '' });
  const merge = <T>(work: () => { value: T }): T => transact(site, here.admin, () => ({ keep: true, ...work() })).value;
  const tools = { progress: () => undefined, keep, signal: new AbortController().signal };
  const { fault } = await runPush(site, run, { remote, tools, merge, pause: 1 });
  remote.close();
  expect(fault).toBeUndefined();
  expect(stepsOf(site.db, run)).toMatchObject([{ state }]);
  expect(there.bench.ask('GET', `/wp/v2/posts/${id}`).body).toMatchObject({ title: { rendered: title } });
});
