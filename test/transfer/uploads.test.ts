// Media files are imported and exported through a folder laid out like wp-content/uploads, and nothing outside it is ever read or
// replaced.
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UNWATCHED } from '../../core/transfer/refusal.ts';
import { writeUploads } from '../../core/transfer/uploads.ts';
import type { Bench } from '../support/engine.ts';
import { bench } from './benches.ts';
import { importInto, temporaryFolder } from './support.ts';

const scratch = temporaryFolder();
afterAll(() => scratch.remove());

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let n = 0;
/** A folder of uploads with these files. */
function uploads(files: Readonly<Record<string, Buffer | string>>): string {
  n += 1;
  const folder = join(scratch.path, `uploads-${n}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const wxr = (...files: string[]): string =>
  scratch.file(
    'media.xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>
${files
  .map(
    (file, at) =>
      `<item><title>File ${at}</title><wp:post_id>${at + 10}</wp:post_id><wp:post_date>2026-01-01 00:00:0${at}</wp:post_date><wp:post_date_gmt>2026-01-01 00:00:0${at}</wp:post_date_gmt><wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/wp-content/uploads/${file}</wp:attachment_url><wp:postmeta><wp:meta_key>_wp_attached_file</wp:meta_key><wp:meta_value><![CDATA[${file}]]></wp:meta_value></wp:postmeta></item>`,
  )
  .join('\n')}
</channel></rss>`,
  );

const held = ({ engine }: Bench, file: string): Buffer | undefined => {
  const found = engine.site.files.find(file);
  return found && readFileSync(found.path);
};
const urls = ({ ask }: Bench): string[] =>
  (ask('GET', '/wp/v2/media').body as { source_url: string }[]).map(({ source_url }) => source_url).toSorted();

test('an import takes the files named by its items from the folder; undo releases them, and missing ones are counted', () => {
  const site = bench();
  const folder = uploads({ '2024/05/a.png': PIXEL, '2024/05/unnamed.png': PIXEL, '2024/05/c.pdf': '%PDF-1.4' });
  const path = wxr('2024/05/a.png', '2024/05/b.png', '2024/05/c.pdf');
  const report = importInto(site.engine.site, { path, uploads: folder });
  expect(report.media).toMatchObject({
    created: 3,
    warnings: [{ code: 'files_supplied', params: { count: 2, missing: 1 } }],
  });
  expect(held(site, '2024/05/a.png')).toEqual(PIXEL);
  expect(held(site, '2024/05/unnamed.png')).toBeUndefined();
  expect(urls(site)).toEqual([
    'http://127.0.0.1:24180/polydesk/files/2024/05/a.png',
    'http://127.0.0.1:24180/polydesk/files/2024/05/c.pdf',
    'https://old.example/wp-content/uploads/2024/05/b.png',
  ]);
  const { body } = site.ask('GET', '/wp/v2/media');
  expect((body as { media_details: object }[]).find((one) => JSON.stringify(one).includes('a.png'))).toMatchObject({
    media_details: { width: 1, height: 1, filesize: PIXEL.length },
  });
  // The folder is only read.
  expect(readFileSync(join(folder, '2024/05/a.png'))).toEqual(PIXEL);
  const [entry] = site.ask('GET', '/polydesk/v1/history').body as { id: number }[];
  expect(site.ask('POST', `/polydesk/v1/history/${entry?.id}/undo`, {}).status).toBe(200);
  expect(urls(site)).toEqual([]);
});

test('files can be supplied later, by the same export once more', () => {
  const site = bench();
  const path = wxr('2024/05/a.png');
  importInto(site.engine.site, { path });
  expect(urls(site)).toEqual(['https://old.example/wp-content/uploads/2024/05/a.png']);
  const report = importInto(site.engine.site, { path, uploads: uploads({ '2024/05/a.png': PIXEL }) });
  expect(report.media).toMatchObject({ created: 0, skipped: 1 });
  expect(urls(site)).toEqual(['http://127.0.0.1:24180/polydesk/files/2024/05/a.png']);
  const again = importInto(site.engine.site, { path, uploads: uploads({ '2024/05/a.png': 'other' }) });
  expect(again.media.warnings.map(({ code }) => code)).toContain('file_refused');
  expect(held(site, '2024/05/a.png')).toEqual(PIXEL);
});

test('a preview takes nothing', () => {
  const site = bench();
  importInto(site.engine.site, {
    path: wxr('2024/05/a.png'),
    preview: true,
    uploads: uploads({ '2024/05/a.png': PIXEL }),
  });
  expect(held(site, '2024/05/a.png')).toBeUndefined();
});

test('paths and links out of the folder are rejected, and so is a file that does not match its extension', () => {
  const site = bench();
  writeFileSync(join(scratch.path, 'secret.png'), PIXEL);
  const folder = uploads({ '2024/05/fake.png': 'no picture', '2024/05/run.php': '<?php', '2024/05/good.png': PIXEL });
  mkdirSync(join(scratch.path, 'elsewhere'), { recursive: true });
  writeFileSync(join(scratch.path, 'elsewhere/b.png'), PIXEL);
  symlinkSync(join(scratch.path, 'secret.png'), join(folder, '2024/05/link.png'));
  symlinkSync(join(scratch.path, 'elsewhere'), join(folder, '2024/06'));
  const bad = ['../secret.png', '2024/05/link.png', '2024/06/b.png', '2024/05/fake.png', '2024/05/run.php'];
  // Control: these files are there, and a plain join would read them.
  for (const file of bad) expect(existsSync(join(folder, file)), file).toBe(true);
  const report = importInto(site.engine.site, { path: wxr(...bad, '2024/05/good.png'), uploads: folder });
  const refused = report.media.warnings.filter(({ code }) => code === 'file_refused');
  expect(refused.map(({ params }) => [params?.['name'], params?.['is']])).toEqual([
    ['../secret.png', 'path'],
    ['2024/05/link.png', 'link'],
    ['2024/06/b.png', 'link'],
    ['2024/05/fake.png', 'type'],
    ['2024/05/run.php', 'type'],
  ]);
  for (const file of bad) expect(held(site, file), file).toBeUndefined();
  expect(held(site, '2024/05/good.png')).toEqual(PIXEL);
});

test('what leaves comes back: export into a folder, import from it', () => {
  const [first, second] = [bench(), bench()];
  importInto(first.engine.site, { path: wxr('2024/05/a.png'), uploads: uploads({ '2024/05/a.png': PIXEL }) });
  const folder = uploads({});
  expect(writeUploads(first.engine.site, folder, {}, UNWATCHED)).toBe(1);
  expect(readFileSync(join(folder, '2024/05/a.png'))).toEqual(PIXEL);
  importInto(second.engine.site, { path: wxr('2024/05/a.png'), uploads: folder });
  expect(held(second, '2024/05/a.png')).toEqual(PIXEL);
});

test('an export of media replaces files only, and follows no link', () => {
  const site = bench();
  importInto(site.engine.site, { path: wxr('2024/05/a.png'), uploads: uploads({ '2024/05/a.png': PIXEL }) });
  const outside = uploads({});
  const linked = uploads({});
  symlinkSync(outside, join(linked, '2024'));
  const folder = uploads({ '2024/05/x': '' });
  symlinkSync(join(outside, 'a.png'), join(folder, '2024/05/a.png'));
  for (const one of [linked, folder, join(folder, 'none')])
    expect(() => writeUploads(site.engine.site, one, {}, UNWATCHED), one).toThrow(/The media files were not written/);
  expect(existsSync(join(outside, 'a.png'))).toBe(false);
  expect(lstatSync(join(folder, '2024/05/a.png')).isSymbolicLink()).toBe(true);
});

test('only the window and the command line can name a folder', () => {
  const site = bench();
  const folder = uploads({});
  const order = { format: 'wxr', uploads: folder };
  expect(site.ask('POST', '/polydesk/v1/exports', order, site.as('administrator')).status).toBe(403);
  expect(site.ask('POST', '/polydesk/v1/exports', order).status).toBe(202);
  expect(site.ask('POST', '/polydesk/v1/exports', { ...order, uploads: 'uploads' }).status).toBe(400);
});
