// Endpoints for the editor besides those of the posts themselves.
import { beforeEach, expect, test } from 'vitest';
import { PREVIEW_CSP, previewPage } from '../../../core/server/http/pages.ts';
import { openSite, closeSite } from '../../../core/site.ts';
import { keepPreview } from '../../../core/domain/content/previews.ts';
import type { Dict } from '../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../support/content-bench.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR']);
  return () => bench.engine.close();
});

const must: ContentBench['must'] = (...request) => bench.must(...request);
const post = (body: Dict): number =>
  must('POST', '/wp/v2/posts', { status: 'publish', title: 'One', ...body })['id'] as number;

test('of one group each version has slug and address, of whatever kind: a link to another language needs one request', () => {
  const en = post({ title: 'Bike', lang: 'en', date: '2026-01-02T10:00:00' });
  const fr = post({ title: 'Vélo', lang: 'fr', date: '2026-01-02T10:00:00', translations: { en } });
  expect(must('GET', `/polydesk/v1/items/post/${en}`)['items']).toMatchObject({
    en: { slug: 'bike', status: 'publish', link: must('GET', `/wp/v2/posts/${en}`)['link'] },
    fr: { id: fr, slug: 'velo', title: 'Vélo', link: expect.stringMatching(/\/fr\/2026\/01\/02\/velo\/$/) },
  });
  const tag = must('POST', '/wp/v2/tags', { name: 'Rouge', lang: 'fr' });
  expect(must('GET', `/polydesk/v1/items/term/${String(tag['id'])}`)['items']).toMatchObject({
    fr: { slug: 'rouge', link: tag['link'] },
  });
});

test('the group of an item is found by its number alone; an item without a language is a row of its own', () => {
  const page = must('POST', '/wp/v2/pages', { title: 'Home', lang: 'en', status: 'publish' })['id'] as number;
  const fr = must('POST', '/wp/v2/pages', { title: 'Accueil', lang: 'fr', translations: { en: page } })['id'];
  const group = must('GET', `/polydesk/v1/items/post/${String(fr)}`);
  expect(group).toMatchObject({ kind: 'post', type: 'page', source: page, title: 'Home' });
  expect(group['items']).toMatchObject({ en: { id: page, state: 'source' }, fr: { id: fr, state: 'draft' } });
  expect(bench.ask('GET', '/polydesk/v1/items/post/999999').status).toBe(404);
});

test('a preview runs and loads nothing, and its address cannot be guessed', () => {
  const { path } = must('POST', '/polydesk/v1/previews', { title: 'A <b>', content: '<p>B</p>', lang: '"><script>' });
  expect(path).toMatch(/^\/polydesk\/previews\/[\w-]{32}$/);
  const guest = { can: () => false, name: '', userId: 0 } as unknown as ContentBench['admin'];
  const asked = { method: 'POST', path: '/polydesk/v1/previews', query: {}, body: { content: '' } };
  expect(bench.engine.dispatch(asked, guest).status).toBeGreaterThanOrEqual(401);
});

test('the page of a preview carries its own policy, and the oldest pages go', () => {
  const site = openSite(':memory:', { version: '0.0.0' });
  const first = keepPreview(site, { title: 'A', content: '<p>B</p>', lang: '"><script>', is_rtl: true });
  const page = previewPage(site, first.path);
  expect(page?.headers['Content-Security-Policy']).toBe(PREVIEW_CSP);
  expect(PREVIEW_CSP).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
  expect(String(page?.body)).toContain('<html lang="und" dir="rtl">');
  expect(previewPage(site, '/polydesk/previews/')).toBeUndefined();
  // A picture that came with the text is shown; nothing else is asked for, neither from elsewhere nor from the server.
  const other = '<img src="https://elsewhere.example/a/lane.jpg" srcset="https://elsewhere.example/2x.jpg 2x">';
  const own = '<img src="/wp-json/wp/v2/posts" onerror="top.hit=1">';
  const given = '<img alt="A &quot;lane&quot;" onload="top.hit=1" src="data:image/webp;base64,AAAA">';
  const bare = keepPreview(site, { title: '', content: `${other}${own}${given}`, lang: '', is_rtl: false });
  const body = String(previewPage(site, bare.path)?.body);
  expect(body).toContain('<span class="no-file">lane.jpg</span>');
  expect(body).toContain('<img src="data:image/webp;base64,AAAA" alt="A &quot;lane&quot;">');
  expect(body).not.toMatch(/elsewhere|onerror|onload|wp-json/);
  for (let at = 0; at < 20; at++) keepPreview(site, { title: '', content: '', lang: '', is_rtl: false });
  expect(previewPage(site, first.path)).toBeUndefined();
  closeSite(site);
});
