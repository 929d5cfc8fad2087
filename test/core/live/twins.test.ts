// Twins that are named in one go: whatever names them is renamed some at a time, so that nobody waits for it.
import { afterEach, expect, test } from 'vitest';
import { textOfBody } from '../../../core/live/body.ts';
import { choose } from '../../../core/live/plan/choices.ts';
import { compareSome } from '../../../core/live/states.ts';
import { transact } from '../../../core/domain/history/history.ts';
import { connectedSite } from '../../../core/store/live/sites.ts';
import { begin, commit } from '../../../core/store/transaction.ts';
import { make, openPair, type Pair } from './support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

const TWINS = 60;
const AT_ONCE = 20;

test('naming many twins renames nothing by itself; then a piece at a time, to the end', async () => {
  const { here, there, site, check, pull, rows } = (pair = await openPair());
  await check();
  pull();
  for (let at = 0; at < TWINS; at++) {
    make(here, '/wp/v2/tags', { name: `Twin ${at}`, lang: 'en' });
    const tag = make(there.bench, '/wp/v2/tags', { name: `Twin ${at}`, lang: 'en' });
    make(there.bench, '/wp/v2/posts', { title: `Post ${at}`, status: 'publish', lang: 'en', tags: [tag] });
  }
  await check({ full: true });
  const twins = rows().filter(({ state, twin }) => state === 'new_there' && twin !== '');
  expect(twins).toHaveLength(TWINS);
  const bodies = (): number => Number(site.db.prepare('SELECT count(*) FROM live_bodies').pluck().get());
  const named = (): Set<string> => {
    const seen = site.db
      .prepare("SELECT o.zip FROM live_seen AS s JOIN live_bodies AS o ON o.id = s.body WHERE s.kind = 'post'")
      .pluck()
      .all() as Buffer[];
    const texts = seen.map(textOfBody).join('\n');
    return new Set(twins.map(({ uuid }) => uuid).filter((uuid) => texts.includes(uuid)));
  };
  const tooMany = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`term-${at}`, 'same']));
  for (const body of [{ choices: tooMany }, { choices: {}, apart: tooMany }]) {
    const refused = here.engine.dispatch({ method: 'PATCH', path: '/polydesk/v1/live/choices', body }, here.admin);
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  }
  const before = bodies();
  const choices = Object.fromEntries(twins.map(({ uuid }) => [`term-${uuid}`, 'same' as const]));
  transact(site, here.admin, () => ({ value: choose(site, choices), keep: true }));
  expect(bodies()).toBe(before);
  expect(named().size).toBe(TWINS);
  const live = connectedSite(site.db);
  if (!live) throw new Error('Not connected');
  for (let left = TWINS, isLeft = true; isLeft;) {
    begin(site.db);
    isLeft = compareSome(site, live, AT_ONCE);
    commit(site.db);
    const now = named().size;
    expect(left - now).toBeLessThanOrEqual(AT_ONCE);
    left = now;
  }
  expect(named().size).toBe(0);
  expect(rows().map(({ state, title }) => `${state} ${title}`.replace(/ \d+$/, ''))).toEqual(
    Array.from({ length: TWINS }, () => 'new_there Post'),
  );
  pull();
  expect(rows()).toEqual([]);
  const { counts } = here.engine.dispatch({ method: 'GET', path: '/polydesk/v1/live' }, here.admin).body as {
    counts: { items: number };
  };
  expect(counts.items).toBe(
    site.db.prepare("SELECT count(*) FROM live_seen WHERE kind <> 'settings'").pluck().get() as number,
  );
});
