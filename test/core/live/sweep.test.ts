import { afterEach, expect, test } from 'vitest';
import { readSiteAddress } from '../../../core/live/address.ts';
import { createRemote } from '../../../core/live/remote.ts';
import { sweep, type Swept } from '../../../core/live/sweep.ts';
import { openLiveSite, type LiveSite, type LiveSiteOptions } from '../../support/live-site.ts';

let site: LiveSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** A site with that many tags, read completely. */
async function read(count: number, options: LiveSiteOptions = {}): Promise<Swept & { ids: number[]; asked: number }> {
  let asked = 0;
  const fault: LiveSiteOptions['fault'] = (method, path) => {
    asked++;
    return options.fault?.(method, path);
  };
  site = await openLiveSite({ hides: ['polydesk/v1'], ...options, fault });
  for (let n = 0; n < count; n++) site.bench.ask('POST', '/wp/v2/tags', { name: `Tag ${n}` });
  const address = readSiteAddress(site.url);
  const credentials = { user: 'admin', password: site.passwords['admin'] ?? '' };
  const remote = createRemote({ address, network: 'loopback', credentials, version: '1' });
  const ids: number[] = [];
  const listing = { root: '/wp-json', route: '/wp/v2/tags', query: { _fields: 'id,name' } };
  try {
    const swept = await sweep(remote, listing, { page: (items) => ids.push(...items.map(({ id }) => id)) });
    return { ...swept, ids: ids.toSorted((a, b) => a - b), asked };
  } finally {
    remote.close();
  }
}

const queryOf = (path: string): { offset: number; count: number } => {
  const { searchParams } = new URL(path, 'http://site');
  return { offset: Number(searchParams.get('offset')), count: Number(searchParams.get('per_page')) };
};
const holds = (path: string, place: number): boolean => {
  const { offset, count } = queryOf(path);
  return offset <= place && place < offset + count;
};

test.each([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 3],
  [250, 4],
])('%i items are read whole, with %i requests', async (count, requests) => {
  const found = await read(count);
  expect(found).toMatchObject({ total: count, unreadable: [], isMoved: false, asked: requests });
  expect(new Set(found.ids).size).toBe(count);
});

test.each([[0], [57], [149]])(
  'an item that the site cannot give is named, and all others come (place %i)',
  async (place) => {
    const found = await read(150, { fault: (_method, path) => (holds(path, place) ? { status: 500 } : undefined) });
    expect(found).toMatchObject({ total: 150, unreadable: [place] });
    expect(found.ids).toHaveLength(149);
  },
);

test('a page that is too much for the site comes in halves', async () => {
  const found = await read(130, { fault: (_method, path) => (queryOf(path).count > 30 ? { status: 500 } : undefined) });
  expect(found).toMatchObject({ total: 130, unreadable: [] });
  expect(found.ids).toHaveLength(130);
});

test('a busy site is retried when it allows; one that stays busy is left alone', async () => {
  let times = 0;
  const once = await read(3, {
    fault: () => (times++ === 0 ? { status: 429, headers: { 'retry-after': '0' } } : undefined),
  });
  expect(once.ids).toHaveLength(3);
  await site?.close();
  const busy = read(3, { fault: () => ({ status: 503, headers: { 'retry-after': '0' } }) });
  await expect(busy).rejects.toMatchObject({ code: 'polydesk_live_busy' });
  await site?.close();
  const late = read(3, { fault: () => ({ status: 503, headers: { 'retry-after': '3600' } }) });
  await expect(late).rejects.toMatchObject({ code: 'polydesk_live_busy' });
});

test('a refusal ends it: nothing is taken for deleted', async () => {
  const refused = read(150, { fault: (_method, path) => (holds(path, 120) ? { status: 403 } : undefined) });
  await expect(refused).rejects.toMatchObject({ code: 'polydesk_live_refused' });
});

/** Deletes the first tag and makes another one: the list is as long as before. */
function exchange(): void {
  const { engine, admin } = site?.bench ?? {};
  if (!engine || !admin) return;
  const first = { method: 'GET', path: '/wp/v2/tags', query: { orderby: 'id', order: 'asc', per_page: '1' } };
  const [tag] = engine.dispatch(first, admin).body as { id: number }[];
  engine.dispatch({ method: 'DELETE', path: `/wp/v2/tags/${tag?.id}`, query: { force: 'true' } }, admin);
  engine.dispatch({ method: 'POST', path: '/wp/v2/tags', body: { name: 'Exchanged' } }, admin);
}

test.each<[name: string, change: () => void, isMoved: boolean]>([
  ['nothing', () => undefined, false],
  ['a new item', () => void site?.bench.ask('POST', '/wp/v2/tags', { name: 'Meanwhile' }), true],
  ['a new item for one that was deleted', exchange, true],
])('changes made meanwhile are detected: %s', async (_name, change, isMoved) => {
  let times = 0;
  const found = await read(350, {
    fault: () => {
      if (times++ === 2) change();
      return undefined;
    },
  });
  expect(found.isMoved).toBe(isMoved);
});

test('a list longer than any site has is not read', async () => {
  let asked = 0;
  const announced: LiveSiteOptions['fault'] = () => {
    asked++;
    return { status: 200, headers: { 'x-wp-total': String(Number.MAX_SAFE_INTEGER) }, body: '[]' };
  };
  await expect(read(0, { fault: announced })).rejects.toMatchObject({ code: 'polydesk_live_large' });
  expect(asked).toBe(1);
});

test.each(['1e300', '0', '-1', '1.5', '"1"'])('a number that is none ends it: %s', async (id) => {
  const listed: LiveSiteOptions['fault'] = () => ({
    status: 200,
    headers: { 'x-wp-total': '1' },
    body: `[{"id":${id}}]`,
  });
  await expect(read(0, { fault: listed })).rejects.toMatchObject({ code: 'polydesk_live_answer' });
});
