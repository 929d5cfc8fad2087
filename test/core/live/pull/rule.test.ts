// `POST /live/pulls` with `except`: all lines that take part by themselves but some, and named ones besides.
import { expect, test } from 'vitest';
import { transact } from '../../../../core/domain/history/history.ts';
import { runPull } from '../../../../core/live/pull/pull.ts';
import { make, openPair } from '../support/pair.ts';

test('a rule takes what takes part by itself, without deletions and conflicts, and what is named besides', async () => {
  const pair = await openPair();
  const { here, there, site } = pair;
  const { bench } = there;
  const post = (title: string) => make(bench, '/wp/v2/posts', { title, status: 'publish', lang: 'en' });
  const [gone, both] = [post('Gone'), post('Both')];
  await pair.check();
  pair.pull();
  bench.engine.dispatch({ method: 'DELETE', path: `/wp/v2/posts/${gone}`, query: { force: 'true' } }, bench.admin);
  bench.ask('POST', `/wp/v2/posts/${both}`, { title: 'Theirs' });
  here.ask('POST', `/wp/v2/posts/${both}`, { title: 'Ours' });
  for (const title of ['One', 'Two', 'Three']) post(title);
  make(here, '/wp/v2/posts', { title: 'New here', status: 'draft', lang: 'en' });
  await pair.check({ full: true });
  const keyOf = (title: string) => `post-${pair.rows().find((row) => row.title === title)?.uuid}`;
  const pull = (lines: string[], except: string[]) =>
    runPull(
      site,
      { lines, except },
      {
        merge: (work) => transact(site, here.admin, () => ({ keep: true, ...work() })).value,
        progress: () => undefined,
      },
    );
  expect(pull([], [keyOf('Two')])).toMatchObject({ created: 2, deleted: 0, undecided: [] });
  expect(pair.plan().toSorted()).toEqual(['conflict Ours', 'deleted_there Gone', 'new_here New here', 'new_there Two']);
  expect(pull([keyOf('Gone'), keyOf('Ours')], [keyOf('Two')])).toMatchObject({
    created: 0,
    deleted: 1,
    undecided: [keyOf('Ours')],
  });
  expect(pair.plan().toSorted()).toEqual(['conflict Ours', 'new_here New here', 'new_there Two']);
  await pair.close();
});
