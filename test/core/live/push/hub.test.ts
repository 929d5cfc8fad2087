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
import type { Bench } from '../../../support/engine.ts';
import { uploadHere } from '../files/pictures.ts';
import { make, openPair, type Pair } from '../support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

/** Opens a pair. `between` does something there once, between the look of the next push and its write. */
async function openRaced(
  options: Partial<Parameters<typeof openPair>[0]> = {},
): Promise<{ opened: Pair; between: (work: () => void) => void }> {
  let waiting: (() => void) | undefined;
  const opened = (pair = await openPair({
    ...{ hides: [], ...options },
    fault(method) {
      const work = method === 'POST' ? waiting : undefined;
      if (work) waiting = undefined;
      work?.();
      return undefined;
    },
  }));
  return { opened, between: (work) => (waiting = work) };
}

/** Pushes everything, or undoes a push: the number of the run. */
async function run({ here, there, site }: Pair, undoes: number | null = null): Promise<number> {
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
  const kind = undoes === null ? 'push' : 'undo';
  const id = insertRun(site.db, { live: row.id, kind, input, undoes, author: 'admin', at: '' });
  const merge = <T>(work: () => { value: T }): T => transact(site, here.admin, () => ({ keep: true, ...work() })).value;
  const tools = { progress: () => undefined, keep, signal: new AbortController().signal };
  const { fault } = await runPush(site, id, { remote, tools, merge, pause: 1 });
  remote.close();
  expect(fault).toBeUndefined();
  return id;
}

/** Pushes everything; the states of its steps. */
async function push(one: Pair): Promise<string[]> {
  return stepsOf(one.site.db, await run(one)).map((step) => step.state);
}

test.each([
  ['the same field: a conflict', { title: 'Theirs' }, 'conflict', 'Theirs'],
  ['another field: sent after another look', { excerpt: 'Theirs' }, 'done', 'Ours'],
])('an edit between look and write, of %s', async (_name, theirs, state, title) => {
  const { opened, between } = await openRaced();
  const { here, there } = opened;
  const id = make(there.bench, '/wp/v2/posts', { title: 'Hello', status: 'publish', lang: 'en' });
  await opened.check();
  opened.pull();
  here.ask('POST', `/wp/v2/posts/${id}`, { title: 'Ours' });
  expect(opened.plan()).toEqual(['here Ours']);
  between(() => there.bench.ask('POST', `/wp/v2/posts/${id}`, theirs));
  expect(await push(opened)).toEqual([state]);
  expect(there.bench.ask('GET', `/wp/v2/posts/${id}`).body).toMatchObject({ title: { rendered: title } });
});

test('what is in the trash there is read, and pulled', async () => {
  const { opened } = await openRaced();
  const { here, there } = opened;
  const id = make(there.bench, '/wp/v2/posts', { title: 'Old', status: 'publish', lang: 'en' });
  await opened.check();
  opened.pull();
  there.bench.ask('DELETE', `/wp/v2/posts/${id}`);
  await opened.check({ full: true });
  expect(opened.rows()).toMatchObject([{ state: 'there', title: 'Old', hindrance: null }]);
  opened.pull();
  expect(opened.plan()).toEqual([]);
  const { body } = here.ask('GET', `/wp/v2/posts/${id}`);
  expect(body).toMatchObject({ status: 'trash' });
});

test('texts that show a file of the other Polydesk, which is not here, can be edited and translated here', async () => {
  const { opened } = await openRaced();
  const { here, there } = opened;
  there.bench.engine.site.serverUrl = there.url;
  const picture = uploadHere({ here: there.bench }, 'wheel.png');
  const ask = (path: string): unknown => there.bench.engine.dispatch({ method: 'GET', path }, there.bench.admin).body;
  const { source_url } = ask(`/wp/v2/media/${picture}`) as { source_url: string };
  const image = `<!-- wp:image {"id":${picture}} -->\n<figure class="wp-block-image"><img src="${source_url}" alt="" class="wp-image-${picture}"/></figure>\n<!-- /wp:image -->`;
  const id = make(there.bench, '/wp/v2/posts', { title: 'Wheel', content: image, status: 'publish', lang: 'en' });
  await opened.check();
  opened.pull();
  const request = { method: 'GET', path: `/wp/v2/posts/${id}`, query: { context: 'edit' } };
  const { content } = here.engine.dispatch(request, here.admin).body as { content: { raw: string } };
  here.ask('POST', `/wp/v2/posts/${id}`, { content: `${content.raw}\n\nMore` });
  make(here, '/wp/v2/posts', { title: 'Roue', content: content.raw, lang: 'fr', translations: { en: id } });
  expect(new Set(await push(opened))).toEqual(new Set(['done']));
  const stored = there.bench.engine.site.db.prepare('SELECT content FROM posts WHERE type = ? ORDER BY id').pluck();
  expect(stored.all('post')).toEqual([`${image}\n\nMore`, image]);
});

/** Titles of the posts there that translate one another, as "de Drei, fr Deux". */
function groupsThere({ there }: Pair): string[] {
  const request = { method: 'GET', path: '/wp/v2/posts', query: { context: 'edit', orderby: 'title', order: 'asc' } };
  const posts = there.bench.engine.dispatch(request, there.bench.admin).body as {
    id: number;
    title: { raw: string };
    translations: Record<string, number>;
  }[];
  const names = new Map(posts.map(({ id, title }) => [id, title.raw]));
  const groups = posts.map(({ translations }) =>
    Object.entries(translations)
      .map(([code, id]) => `${code} ${names.get(id)}`)
      .toSorted()
      .join(', '),
  );
  return [...new Set(groups)].toSorted();
}

test.each([
  ['the item itself', false, ['de Drei, en One', 'fr Deux']],
  ['an item that is added', false, ['de Drei, fr Deux', 'en One']],
  ['the item itself', true, ['de Drei', 'en One, fr Deux']],
  ['an item that is added', true, ['de Drei', 'en One, fr Deux']],
] as const)(
  'a link of %s that is made between look and write is kept (control, without conditions: %s)',
  async (which, dropsConditions, groups) => {
    const { opened, between } = await openRaced({ dropsConditions });
    const { here, there } = opened;
    there.bench.ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'de' });
    const ids = new Map(
      [
        ['One', 'en'],
        ['Deux', 'fr'],
        ['Drei', 'de'],
      ].map(([title, lang]) => [title, make(there.bench, '/wp/v2/posts', { title, lang, status: 'publish' })]),
    );
    await opened.check();
    opened.pull();
    here.ask('POST', `/wp/v2/posts/${ids.get('One')}`, { translations: { fr: ids.get('Deux') } });
    expect(opened.plan().toSorted()).toEqual(['here Deux', 'here One']);
    const translations = which === 'the item itself' ? { en: ids.get('One') } : { fr: ids.get('Deux') };
    between(() => there.bench.ask('POST', `/wp/v2/posts/${ids.get('Drei')}`, { translations }));
    const states = await push(opened);
    expect(groupsThere(opened)).toEqual(groups);
    expect(states.includes('conflict')).toBe(!dropsConditions);
  },
);

test('a text of an item that is added, changed between look and write, is looked at again and linked', async () => {
  const { opened, between } = await openRaced();
  const { here, there } = opened;
  const one = make(there.bench, '/wp/v2/posts', { title: 'One', lang: 'en', status: 'publish' });
  const deux = make(there.bench, '/wp/v2/posts', { title: 'Deux', lang: 'fr', status: 'publish' });
  await opened.check();
  opened.pull();
  here.ask('POST', `/wp/v2/posts/${one}`, { translations: { fr: deux } });
  between(() => there.bench.ask('POST', `/wp/v2/posts/${deux}`, { excerpt: 'Theirs' }));
  expect(await push(opened)).toEqual(['done', 'done']);
  expect(groupsThere(opened)).toEqual(['en One, fr Deux']);
});

const REPEATED: [name: string, change: (here: Bench, ids: { one: number; deux: number }) => void][] = [
  ['a text', (here, { one }) => here.ask('POST', `/wp/v2/posts/${one}`, { content: 'Ours' })],
  ['title and slug', (here, { one }) => here.ask('POST', `/wp/v2/posts/${one}`, { title: 'Ours', slug: 'ours' })],
  ['a link', (here, { one, deux }) => here.ask('POST', `/wp/v2/posts/${one}`, { translations: { fr: deux } })],
];

test.each(REPEATED)('what a write that arrived twice has stored can be undone: %s', async (_name, change) => {
  const opened = (pair = await openPair({ hides: [], repeats: (method) => method === 'POST' }));
  const { here, there } = opened;
  const one = make(there.bench, '/wp/v2/posts', { title: 'One', content: 'Text', lang: 'en', status: 'publish' });
  const deux = make(there.bench, '/wp/v2/posts', { title: 'Deux', content: 'Text', lang: 'fr', status: 'publish' });
  await opened.check();
  opened.pull();
  const read = (): unknown => {
    const request = { method: 'GET', path: `/wp/v2/posts/${one}`, query: { context: 'edit' } };
    const { body } = there.bench.engine.dispatch(request, there.bench.admin);
    const { title, content, slug, translations } = body as Record<string, unknown>;
    return { title, content, slug, translations };
  };
  const before = read();
  change(here, { one, deux });
  const id = await run(opened);
  expect(new Set(stepsOf(opened.site.db, id).map(({ state }) => state))).toEqual(new Set(['done']));
  expect(read()).not.toEqual(before);
  await run(opened, id);
  expect(read()).toEqual(before);
});
