// Media in the interface: grouped or single, by kind, by what they lack; where they are used; deleted together.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Job } from '../../../../../core/schema/site/job.ts';
import type { Dict } from '../../../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../../../support/engine.ts';
import { transact } from '../../../../../core/domain/history/history.ts';
import { putMedia } from '../../../../../core/store/content/media.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEElEQVR4nGOIwgsYRqWxAQDgj2l5682cXAAAAABJRU5ErkJggg==',
  'base64',
);

function bench(): Bench & { upload(name: string, query?: Dict, type?: string): number } {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-media-'));
  const opened = openBench({ now: () => new Date('2026-11-21T10:00:00Z') });
  onTestFinished(() => {
    opened.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const locale of ['en_US', 'fr_FR', 'ar']) opened.ask('POST', '/pll/v1/languages', { locale });
  opened.ask('POST', '/pll/v1/settings', { media_support: true });
  const upload = (name: string, query: Dict = {}, type = 'image/png'): number => {
    const path = join(folder, name);
    const bytes = type === 'image/png' ? PNG : Buffer.from('Some words.');
    writeFileSync(path, bytes);
    const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
    const file = { path, name, type, size: bytes.length };
    const answer = opened.engine.dispatch({ method: 'POST', path: '/wp/v2/media', query, headers, file }, opened.admin);
    expect(answer.status).toBe(201);
    return bodyOf(answer)['id'] as number;
  };
  return { ...opened, upload };
}

const ask = (desk: Bench, query: Dict): { ids: number[]; total: number } => {
  const path = '/polydesk/v1/groups';
  const answer = desk.engine.dispatch(
    { method: 'GET', path, query: { type: 'attachment', orderby: 'id', order: 'asc', ...query } },
    desk.admin,
  );
  expect(answer.status).toBe(200);
  const ids = (answer.body as { source: number }[]).map(({ source }) => source);
  return { ids, total: Number(answer.headers['X-WP-Total']) };
};

function bulk(desk: Bench, body: Dict): Job {
  const answer = desk.ask('POST', '/polydesk/v1/bulk', body);
  expect(answer.status).toBe(202);
  return desk.ask('GET', `/polydesk/v1/jobs/${String(bodyOf(answer)['job'])}`).body as Job;
}

test('by kind of file, and by what they lack', () => {
  const desk = bench();
  const plain = desk.upload('plain.png');
  const told = desk.upload('told.png', { alt_text: 'A lamp' });
  const paper = desk.upload('paper.txt', {}, 'text/plain');
  const post = bodyOf(desk.ask('POST', '/wp/v2/posts', { title: 'P', content: 'x', featured_media: told }))[
    'id'
  ] as number;
  const placed = desk.upload('placed.png', { alt_text: 'Here', post });
  expect(ask(desk, {})).toEqual({ ids: [plain, told, paper, placed], total: 4 });
  expect(ask(desk, { media_type: 'text' })).toEqual({ ids: [paper], total: 1 });
  expect(ask(desk, { lacks: 'alt' })).toEqual({ ids: [plain], total: 1 });
  expect(ask(desk, { lacks: 'place' })).toEqual({ ids: [plain, paper], total: 2 });
  expect(ask(desk, { lacks: 'place', media_type: 'image', search: 'plain' })).toEqual({ ids: [plain], total: 1 });
  // A translation without one counts, and one that is attached gives the file a place.
  bodyOf(desk.ask('POST', '/polydesk/v1/translations', { kind: 'post', id: told, lang: 'fr' }));
  expect(ask(desk, { lacks: 'alt' }).ids).toEqual([plain, told]);
});

test('a record whose file is elsewhere, with media translation and without', () => {
  const desk = bench();
  const [lamp] = [desk.upload('lamp.png'), desk.upload('desk.png')];
  expect(ask(desk, { lacks: 'file' })).toEqual({ ids: [], total: 0 });
  const { site } = desk.engine;
  transact(site, desk.admin, () => {
    putMedia(site.db, lamp, { source_url: 'https://example.com/lamp.png' });
    return { keep: true, value: undefined };
  });
  expect(ask(desk, { lacks: 'file' })).toEqual({ ids: [lamp], total: 1 });
  desk.ask('POST', '/pll/v1/settings', { media_support: false });
  expect(ask(desk, { lacks: 'file' })).toEqual({ ids: [lamp], total: 1 });
});

test('without media translation each is a row of its own, and keeps its language for later', () => {
  const desk = bench();
  const lamp = desk.upload('lamp.png');
  const fr = bodyOf(desk.ask('POST', '/polydesk/v1/translations', { kind: 'post', id: lamp, lang: 'fr' }))[
    'id'
  ] as number;
  expect(ask(desk, {})).toEqual({ ids: [lamp], total: 1 });
  desk.ask('POST', '/pll/v1/settings', { media_support: false });
  expect(ask(desk, {})).toEqual({ ids: [lamp, fr], total: 2 });
  expect(ask(desk, { search: 'lamp' }).total).toBe(2);
  expect(ask(desk, { lacks: 'alt', media_type: 'image' }).total).toBe(2);
  expect(desk.ask('GET', `/polydesk/v1/items/post/${fr}`).body).toMatchObject({ group: 0, source: fr, items: {} });
  // Another type without languages has no list.
  const filter = { type: 'nothing' };
  expect(desk.engine.dispatch({ method: 'GET', path: '/polydesk/v1/groups', query: filter }, desk.admin).status).toBe(
    400,
  );
  desk.ask('POST', '/pll/v1/settings', { media_support: true });
  expect(ask(desk, {})).toEqual({ ids: [lamp], total: 1 });
});

test('where a file is used: as an image, in a content in any size, attached; not a file with a longer name', () => {
  const desk = bench();
  const make = (body: Dict): number =>
    bodyOf(desk.ask('POST', '/wp/v2/posts', { title: 'P', ...body }))['id'] as number;
  const home = make({ content: 'x' });
  const lamp = desk.upload('lamp.png', { post: home });
  const fr = bodyOf(desk.ask('POST', '/polydesk/v1/translations', { kind: 'post', id: lamp, lang: 'fr' }))[
    'id'
  ] as number;
  const shows = make({ content: 'x', featured_media: fr });
  const sized = make({ content: '<img src="https://example.org/wp-content/uploads/2026/11/lamp-300x200.png">' });
  const marked = make({ content: `<img class="wp-image-${lamp}" src="https://cdn.example.org/x">` });
  make({ content: '<img src="https://example.org/wp-content/uploads/2026/11/lamp-2.png">' });
  make({ content: `<img class="wp-image-${lamp}9">` });
  const uses = desk.ask('GET', `/polydesk/v1/media/${lamp}/uses`).body as { id: number; as: string[] }[];
  const found = Object.fromEntries(uses.map(({ id, as }) => [id, as.join()]));
  expect(found).toEqual({ [home]: 'attached', [shows]: 'image', [sized]: 'content', [marked]: 'content' });
  expect(desk.ask('GET', `/polydesk/v1/media/${home}/uses`).status).toBe(404);
});

test('deleted together: one entry, which brings records and files back; posts are refused', () => {
  const desk = bench();
  const ids = ['a.png', 'b.png'].map((name) => desk.upload(name));
  const post = bodyOf(desk.ask('POST', '/wp/v2/posts', { title: 'P', content: 'x' }))['id'] as number;
  const job = bulk(desk, { action: 'delete', ids: [...ids, post] });
  expect(job.report).toMatchObject({ changed: 2, skipped: 1 });
  expect(ask(desk, {}).total).toBe(0);
  expect(desk.ask('POST', `/polydesk/v1/history/${job.entry}/undo`, {}).status).toBe(200);
  expect(ask(desk, {}).ids).toEqual(ids);
  expect(desk.ask('POST', '/polydesk/v1/bulk', { action: 'delete', kind: 'term', ids: [1] }).status).toBe(400);
});
