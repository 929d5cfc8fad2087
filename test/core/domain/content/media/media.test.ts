import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { servedFile } from '../../../../../core/domain/content/media/files.ts';
import { sourceUrl } from '../../../../../core/domain/content/media/value.ts';
import type { Caller, Dict, RestResponse } from '../../../../../core/types.ts';
import { bodyOf, openBench, type Bench, type BenchOptions } from '../../../../support/engine.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEElEQVR4nGOIwgsYRqWxAQDgj2l5682cXAAAAABJRU5ErkJggg==',
  'base64',
);
const now = (): Date => new Date('2026-11-21T10:00:00Z');

interface Sent {
  name?: string;
  bytes?: Buffer;
  query?: Dict;
  caller?: Caller;
}

function bench(options: BenchOptions = {}): Bench & { upload(sent?: Sent): RestResponse; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-media-'));
  const opened = openBench({ now, ...options });
  onTestFinished(() => {
    opened.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const upload = ({ name = 'My Pic.png', bytes = PNG, query = {}, caller = opened.admin }: Sent = {}): RestResponse => {
    const path = join(folder, `upload-${Math.random()}`);
    writeFileSync(path, bytes);
    const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` };
    const file = { path, name, type: 'image/png', size: bytes.length };
    return opened.engine.dispatch({ method: 'POST', path: '/wp/v2/media', query, headers, file }, caller);
  };
  return { ...opened, upload, folder };
}

function languages(site: Bench, settings: Dict = {}): void {
  for (const locale of ['en_US', 'fr_FR', 'ar']) site.ask('POST', '/pll/v1/languages', { locale });
  site.ask('POST', '/pll/v1/settings', { media_support: true, ...settings });
}

function files(site: Bench, place = ''): string[] {
  const folder = join(site.engine.site.files.root(), place);
  return existsSync(folder) ? readdirSync(folder) : [];
}

describe('uploads', () => {
  test('the file is stored next to the site, by month, and is served', () => {
    const site = bench();
    const made = site.upload();
    expect(made.status).toBe(201);
    expect(made.headers['X-WP-Upload-Attachment-ID']).toBe(String(bodyOf(made)['id']));
    expect(bodyOf(made)['source_url']).toBe('http://127.0.0.1:24180/polydesk/files/2026/11/My-Pic.png');
    expect(files(site, '2026/11')).toEqual(['My-Pic.png']);
    expect(servedFile(site.engine.site, site.admin, '2026/11/My-Pic.png')).toMatchObject({
      type: 'image/png',
      size: PNG.length,
    });
    expect(servedFile(site.engine.site, site.admin, '2026/11/other.png')).toBeUndefined();
  });

  test.each([
    ['a script', { name: 'a.php' }, 'rest_upload_sideload_error'],
    ['no picture', { bytes: Buffer.from('hello') }, 'rest_upload_sideload_error'],
    ['no name', { name: '' }, 'rest_upload_invalid_disposition'],
    ['no bytes', { bytes: Buffer.alloc(0) }, 'rest_upload_no_data'],
  ])('%s is refused, and nothing stays', (_what, sent, code) => {
    const site = bench();
    const answer = site.upload(sent);
    expect([answer.status, bodyOf(answer)['code']]).toEqual([400, code]);
    expect(files(site)).toEqual([]);
  });

  test.each([
    ['a JSON body with an address', { body: { url: 'http://x.test/a.png' } }, 'rest_upload_no_data'],
    ['any other JSON body', { body: { title: 'x' } }, 'rest_upload_no_content_disposition'],
    ['nothing', {}, 'rest_upload_no_data'],
  ])('%s: %s', (_what, part, code) => {
    const site = bench();
    const answer = site.engine.dispatch({ method: 'POST', path: '/wp/v2/media', headers: {}, ...part }, site.admin);
    expect([answer.status, bodyOf(answer)['code']]).toEqual([400, code]);
  });

  test('what fails later leaves no file', () => {
    const site = bench();
    expect(site.upload({ query: { template: 'unknown' } }).status).toBe(400);
    expect(files(site, '2026/11')).toEqual([]);
    expect(site.engine.site.files.unused()).toEqual([]);
  });

  test('a name with a wrong extension gets the correct one', () => {
    expect(bodyOf(bench().upload({ name: 'x.jpg' }))).toMatchObject({ mime_type: 'image/png', filename: 'x.png' });
  });

  test('an author may not attach to the post of another', () => {
    const site = bench();
    const post = bodyOf(site.ask('POST', '/wp/v2/posts', { title: 'P', status: 'publish' }));
    const answer = site.upload({ query: { post: post['id'] }, caller: site.as('author') });
    expect([answer.status, bodyOf(answer)['code']]).toEqual([403, 'rest_cannot_edit']);
  });
});

describe('deleting', () => {
  test('the file is moved to the trash, restored when the deletion is undone, and moved again by a redo', () => {
    const site = bench();
    const id = String(bodyOf(site.upload())['id']);
    const gone = site.ask('DELETE', `/wp/v2/media/${id}`, { force: true });
    expect(gone.status).toBe(200);
    expect(files(site, '2026/11')).toEqual([]);
    expect(servedFile(site.engine.site, site.admin, '2026/11/My-Pic.png')).toBeUndefined();
    const undone = site.ask('POST', `/polydesk/v1/history/${gone.headers['X-Polydesk-Entry']}/undo`, {});
    expect(undone.status).toBe(200);
    expect(files(site, '2026/11')).toEqual(['My-Pic.png']);
    expect(bodyOf(site.ask('GET', `/wp/v2/media/${id}`))['alt_text']).toBe('');
    site.ask('POST', `/polydesk/v1/history/${undone.headers['X-Polydesk-Entry']}/undo`, {});
    expect(site.engine.site.files.unused()).toEqual(['2026/11/My-Pic.png']);
  });

  test('the file stays while a translation uses it; posts forget the image that is gone', () => {
    const site = bench();
    languages(site, { media: { duplicate: true } });
    const made = bodyOf(site.upload());
    const post = bodyOf(site.ask('POST', '/wp/v2/posts', { title: 'P', featured_media: made['id'] }));
    expect(post['featured_media']).toBe(made['id']);
    site.ask('DELETE', `/wp/v2/media/${String(made['id'])}`, { force: true });
    expect(files(site, '2026/11')).toEqual(['My-Pic.png']);
    const { body } = site.ask('GET', `/wp/v2/posts/${String(post['id'])}`);
    expect((body as Dict)['featured_media']).toBe(0);
  });

  test('deletion without force is rejected, since media have no trash', () => {
    const site = bench();
    const id = String(bodyOf(site.upload())['id']);
    expect(site.ask('DELETE', `/wp/v2/media/${id}`).status).toBe(501);
  });
});

describe('languages of media', () => {
  test('duplication makes one record for each active language, one file, one group', () => {
    const site = bench();
    languages(site, { media: { duplicate: true } });
    const made = bodyOf(site.upload({ query: { lang: 'fr', caption: 'C', alt_text: 'A' } }));
    const translations = made['translations'] as Dict<number>;
    expect(made['lang']).toBe('fr');
    expect(Object.keys(translations).sort()).toEqual(['ar', 'en', 'fr']);
    for (const id of Object.values(translations)) {
      const one = bodyOf(site.ask('GET', `/wp/v2/media/${id}`));
      expect(one).toMatchObject({ alt_text: 'A', source_url: made['source_url'], post: null });
    }
  });

  test('a save pushes the facts of the file to the translations, never the alternative text', () => {
    const site = bench();
    languages(site);
    const en = bodyOf(site.upload({ name: 'a.png', query: { lang: 'en', alt_text: 'cat' } }));
    const fr = bodyOf(site.upload({ name: 'b.png', query: { lang: 'fr', alt_text: 'chat' } }));
    site.ask('POST', `/wp/v2/media/${String(fr['id'])}`, { translations: { en: en['id'] } });
    site.ask('POST', `/wp/v2/media/${String(en['id'])}`, { title: 'Saved' });
    const after = bodyOf(site.ask('GET', `/wp/v2/media/${String(fr['id'])}`));
    expect(after).toMatchObject({ source_url: en['source_url'], alt_text: 'chat' });
    expect(files(site, '2026/11')).toEqual(['a.png']);
  });

  test('languages are hidden while media have none, and come back', () => {
    const site = bench();
    languages(site);
    const id = String(bodyOf(site.upload({ query: { lang: 'fr' } }))['id']);
    site.ask('POST', '/pll/v1/settings', { media_support: false });
    expect(bodyOf(site.ask('GET', `/wp/v2/media/${id}`))).not.toHaveProperty('lang');
    site.ask('POST', '/pll/v1/settings', { media_support: true });
    expect(bodyOf(site.ask('GET', `/wp/v2/media/${id}`))['lang']).toBe('fr');
  });
});

test('the address of media is the one that was recorded, else that of its file here; without either there is none', () => {
  const { site } = bench().engine;
  const address = (source_url: string, file: string): string => sourceUrl(site, { source_url, file });
  expect(address('https://live.example/a.png', '2026/11/a.png')).toBe('https://live.example/a.png');
  expect(address('', '2026/11/é b.png')).toBe('http://127.0.0.1:24180/polydesk/files/2026/11/%C3%A9%20b.png');
  expect(address('', '')).toBe('');
});
