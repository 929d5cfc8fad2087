import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../core/domain/history/history.ts';
import { closeSite, openSite } from '../../../core/site.ts';
import { say, type Said } from '../../support/command-line.ts';
import type { Desk } from '../../support/program.ts';
import { FIXTURE, importer } from '../../transfer/support.ts';
import { closeSiteDesk, importedOnce, openSiteDesk } from './desk.ts';

let desk: Desk;
let file: string;
beforeEach(() => {
  ({ desk, file } = openSiteDesk());
});
afterEach(() => closeSiteDesk(desk));

const imported = importedOnce();
/** A desk whose site contains the fixture, instead of an empty site. */
async function reopened(): Promise<{ desk: Desk; file: string }> {
  await closeSiteDesk(desk);
  return openSiteDesk(imported());
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const at = (name: string): string => join(desk.folder, name);
const json = ({ stdout }: Said): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;

/** The same commands do the same with the file alone and through the server that has it open. */
describe.each(['alone', 'served'])('%s', (how) => {
  beforeEach(async () => {
    if (how === 'served') await desk.start(['serve', file, '--port', '0']).ready;
  });

  test('a site comes in, is sound, goes out, and comes into another one', async () => {
    const preview = json(await say(['import', file, FIXTURE, '--preview', '--json']));
    expect(preview).toMatchObject({ preview: true, report: { posts: { created: 30 }, languages: { created: 3 } } });
    const done = json(await say(['import', file, FIXTURE, '--json']));
    expect(done).toMatchObject({ preview: false, report: { posts: { created: 30 } } });
    const again = json(await say(['import', file, FIXTURE, '--preview', '--json']));
    expect(again, 'the preview wrote nothing, the import did').toMatchObject({ report: { posts: { created: 0 } } });
    expect(await say(['check', file])).toMatchObject({ code: 0 });
    expect(await say(['export', file, at('out.xml')])).toMatchObject({ code: 0 });
    expect(await say(['export', file, at('out.tar'), '--format', 'bundle'])).toMatchObject({ code: 0 });
    for (const name of ['out.xml', 'out.tar']) {
      const copy = at(`${name}.polydesk`);
      expect(await say(['import', copy, at(name)])).toMatchObject({ code: 0 });
      const same = json(await say(['import', copy, FIXTURE, '--preview', '--json']));
      expect(same, name).toMatchObject({ report: { posts: { created: 0, skipped: 30 } } });
    }
  });

  test('a file that cannot be read is refused with its line, and nothing is changed', async () => {
    writeFileSync(at('broken.xml'), '<rss>\n<channel>');
    const before = json(await say(['import', file, FIXTURE, '--preview', '--json']));
    const refused = await say(['import', file, at('broken.xml')]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Nothing was imported.');
    expect(json(await say(['import', file, FIXTURE, '--preview', '--json']))).toEqual(before);
  });

  test('a new site has its first backup after its first import, and no second one', async () => {
    const report = json(await say(['import', file, FIXTURE, '--json']));
    const names = JSON.parse((await say(['backup', file, 'list', '--json'])).stdout) as {
      name: string;
      verified: boolean;
    }[];
    expect(names).toMatchObject([{ name: expect.stringContaining('after the first import'), verified: true }]);
    expect(report).toMatchObject({ report: { backup: names[0]?.name } });
    // Damaged, it comes back with everything.
    const again = json(await say(['import', file, FIXTURE, '--json']));
    expect(again).toMatchObject({ report: { backup: expect.stringContaining('before an import') } });
  });
});

describe.each(['alone', 'served'])('%s, with the fixture', (how) => {
  beforeEach(async () => {
    ({ desk, file } = await reopened());
    if (how === 'served') await desk.start(['serve', file, '--port', '0']).ready;
  });

  test('an export of one type and some languages holds these and what they need; of an unknown one it makes no file', async () => {
    const chosen = await say([
      'export',
      file,
      at('books.xml'),
      '--type',
      'book',
      '--lang',
      'en',
      '--lang',
      'ar',
      '--json',
    ]);
    expect(chosen).toMatchObject({ code: 0 });
    const found = itemsIn(at('books.xml'));
    // Two books, and the picture of one.
    expect(found.map(({ type }) => type).sort()).toEqual(['attachment', 'book', 'book']);
    expect(json(chosen)).toMatchObject({ items: 3 });
    expect(new Set(found.map(({ lang }) => lang))).toEqual(new Set(['en']));
    await say(['export', file, at('french.xml'), '--lang', 'fr']);
    expect(new Set(itemsIn(at('french.xml')).map(({ lang }) => lang))).toEqual(new Set(['fr']));
    for (const [option, word, sentence] of [
      ['--type', 'nothing', 'The type "nothing" does not exist here. Nothing was changed.'],
      ['--lang', 'xx', 'The language "xx" does not exist here. Nothing was changed.'],
    ] as const) {
      const refused = await say(['export', file, at('none.xml'), option, word]);
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(sentence) });
      expect(existsSync(at('none.xml'))).toBe(false);
    }
  });

  test('an export reports what its format cannot hold and includes media; an import reads them', async () => {
    expect(json(await say(['export', file, at('out.xml'), '--json']))).toMatchObject({
      items: 33,
      warnings: [],
      not_carried: expect.arrayContaining([{ name: 'title', value: 'Multilingual fixture' }]),
    });
    const told = await say(['export', file, at('out.xml'), '--uploads', at('uploads')]);
    expect(told.stdout).toBe(`33 items exported to ${at('out.xml')}, 0 media files to ${at('uploads')}\n`);
    expect(told.stderr).toMatch(/set this by hand in the new site:\n {2}title +"Multilingual fixture"\n/);
    expect((await say(['export', file, at('out.xml'), '--quiet'])).stderr).toBe('');
    const [, name = ''] =
      /_wp_attached_file\]\]><\/wp:meta_key>\s*<wp:meta_value><!\[CDATA\[(\S+?)\]\]>/.exec(
        readFileSync(FIXTURE, 'utf8'),
      ) ?? [];
    mkdirSync(join(at('uploads'), name, '..'), { recursive: true });
    writeFileSync(join(at('uploads'), name), PIXEL);
    const taken = json(await say(['import', file, FIXTURE, '--uploads', at('uploads'), '--json']));
    expect(taken).toMatchObject({
      report: { media: { warnings: [{ code: 'files_supplied', params: { count: 1 } }] } },
    });
    await say(['export', file, at('out.xml'), '--uploads', at('again')]);
    expect(readFileSync(join(at('again'), name))).toEqual(PIXEL);
    writeFileSync(at('text'), 'mine');
    for (const [words, code, sentence] of [
      [['import', file, FIXTURE, '--uploads', at('none')], 66, `The folder ${at('none')} does not exist.`],
      [['export', file, at('out.xml'), '--uploads', at('text')], 73, `${at('text')} is a file. Nothing was written.`],
      [['export', file, at('out.xml'), '--uploads', at('none/none')], 73, `The folder ${at('none')} does not exist.`],
    ] as const)
      expect(await say([...words])).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) });
  });

  test('a copy is listed, verified and restored', async () => {
    expect(await say(['backup', file])).toMatchObject({ code: 0 });
    const [newest] = JSON.parse((await say(['backup', file, 'list', '--json'])).stdout) as { name: string }[];
    const name = newest?.name ?? '';
    expect(await say(['backup', file, 'verify', name])).toMatchObject({ code: 0 });
    for (const action of ['verify', 'restore'])
      expect(await say(['backup', file, action, 'none']), action).toMatchObject({
        code: 66,
        stderr: expect.stringContaining('The copy "none" does not exist'),
      });
    await say(['undo', file]);
    const emptied = json(await say(['import', file, FIXTURE, '--preview', '--json']));
    expect(emptied).toMatchObject({ report: { posts: { created: 30 } } });
    expect(await say(['backup', file, 'restore', name])).toMatchObject({ code: 0 });
    const restored = json(await say(['import', file, FIXTURE, '--preview', '--json']));
    expect(restored).toMatchObject({ report: { posts: { created: 0 } } });
  });
});

/** The command writes these files itself, so by default they are only tested without a server; `npm run test:long` tests both. */
const WRITERS = process.env['POLYDESK_LONG'] === undefined ? ['alone'] : ['alone', 'served'];

describe.each(WRITERS)('%s, the files of an export', (how) => {
  beforeEach(async () => {
    ({ desk, file } = await reopened());
    if (how === 'served') await desk.start(['serve', file, '--port', '0']).ready;
  });

  test('an export never overwrites a site or a file next to one', async () => {
    await say(['backup', file]);
    const [newest] = JSON.parse((await say(['backup', file, 'list', '--json'])).stdout) as { name: string }[];
    const copy = join(file.replace(/\.polydesk$/, '.backups'), newest?.name ?? '');
    copyFileSync(copy, at('without-ending'));
    mkdirSync(at('folder'));
    writeFileSync(at('text'), 'mine');
    symlinkSync(at('text'), at('link'));
    symlinkSync(at('folder'), at('folder-link'));
    execFileSync('mkfifo', [at('pipe')]);
    const beside = file.replace(/\.polydesk$/, '');
    for (const [why, path, ...more] of [
      ['belongs to a site', file],
      ['belongs to a site', `${file}.lock`],
      ['belongs to a site', copy],
      ['belongs to a site', at('without-ending')],
      ['belongs to a site', file, '--format', 'bundle'],
      ['belongs to a site', `${beside}.files`],
      ['belongs to a site', `${beside}.backups`, '--format', 'bundle'],
      ['is a folder', at('folder')],
      ['is a file', at('text'), '--format', 'bundle'],
      ['is a link', at('link')],
      ['is a link', at('folder-link'), '--format', 'bundle'],
      ['is a device', '/dev/null'],
      ['is a pipe', at('pipe')],
    ] as const)
      expect(await say(['export', file, path, ...more]), path).toEqual({
        code: 73,
        stdout: '',
        stderr: `${path} ${why}. Nothing was written. Choose another name for the export, or "-" for standard output.\n`,
      });
    expect(readFileSync(at('text'), 'utf8')).toBe('mine');
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true);
    // Control: a file of that kind is replaced.
    expect(await say(['export', file, at('text')])).toMatchObject({ code: 0 });
    expect(readFileSync(at('text'), 'utf8')).toContain('<rss');
    expect(await say(['check', file])).toMatchObject({ code: 0 });
    expect(await say(['backup', file, 'verify', newest?.name ?? ''])).toMatchObject({ code: 0 });
  });

  test('an export is packed, goes to standard output, and comes back', async () => {
    await say(['export', file, at('plain.xml')]);
    const text = readFileSync(at('plain.xml'), 'utf8');
    expect(await say(['export', file, at('out.xml.gz')])).toMatchObject({ code: 0 });
    expect(gunzipSync(readFileSync(at('out.xml.gz'))).toString()).toBe(text);
    const printed = await desk.run(['export', file, '-', '--quiet']);
    expect(printed).toMatchObject({ code: 0, stdout: text, stderr: '' });
    expect(existsSync('-')).toBe(false);
    expect(await say(['export', file, at('out.tar.gz'), '--format', 'bundle'])).toMatchObject({ code: 0 });
    for (const name of ['out.xml.gz', 'out.tar.gz']) {
      expect(await say(['import', at(`${name}.polydesk`), at(name)])).toMatchObject({ code: 0 });
      expect(await say(['diff', file, at(`${name}.polydesk`)]), name).toMatchObject({ code: 0 });
    }
    // One layer, and whole.
    writeFileSync(at('twice.gz'), gzipSync(readFileSync(at('out.xml.gz'))));
    truncateSync(at('out.xml.gz'), 1000);
    for (const [name, sentence] of [
      ['twice.gz', 'gzip'],
      ['out.xml.gz', 'The file is damaged: it cannot be unpacked'],
    ] as const)
      expect(await say(['import', file, at(name)]), name).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(sentence),
      });
  });
});

test.each(['alone', 'served'])(
  '%s: check tells of a fault and leaves it; --repair mends it, as a change',
  async (how) => {
    ({ desk, file } = await reopened());
    const site = openSite(file, { version: '0.0.0-test' });
    transact(site, importer, () => {
      site.db.exec('UPDATE posts SET featured_media = 9999 WHERE id = 12');
      return { value: null, keep: true };
    });
    closeSite(site);
    if (how === 'served') await desk.start(['serve', file, '--port', '0']).ready;
    for (let n = 0; n < 2; n += 1) {
      const told = await say(['check', file, '--json']);
      expect(told).toMatchObject({ code: 1 });
      expect(json(told)).toMatchObject({
        findings: [{ kind: 'image-lost', about: { kind: 'post', id: 12 } }],
        repaired: 0,
      });
    }
    const mended = await say(['check', file, '--repair', '--json']);
    expect(mended).toMatchObject({ code: 0 });
    expect(json(mended)).toMatchObject({ findings: [], repaired: 1 });
    expect(await say(['check', file])).toMatchObject({ code: 0 });
    expect(await say(['undo', file])).toMatchObject({ code: 0 });
    expect(await say(['check', file])).toMatchObject({ code: 1 });
  },
);

/** Type and language of each item of an export. */
function itemsIn(path: string): { type: string; lang: string }[] {
  const items = readFileSync(path, 'utf8').split('<item>').slice(1);
  return items.map((item) => ({
    type: /<wp:post_type><!\[CDATA\[([^\]]*)/.exec(item)?.[1] ?? '',
    lang: /domain="language" nicename="([^"]*)"/.exec(item)?.[1] ?? '',
  }));
}

test.each(['alone', 'served'])(
  '%s: a preview counts what is kept and what is changed as the import will',
  async (how) => {
    ({ desk, file } = await reopened());
    await say(['export', file, at('out.xml')]);
    const text = readFileSync(at('out.xml'), 'utf8');
    writeFileSync(at('changed.xml'), text.replaceAll(/(<item>\s*<title>(?:<!\[CDATA\[)?)/g, '$1New '));
    if (how === 'served') await desk.start(['serve', file, '--port', '0']).ready;
    const counts = async (...more: string[]) => {
      const { report } = json(await say(['import', file, at('changed.xml'), '--json', ...more])) as { report: Counts };
      return { posts: countsOf(report.posts), terms: countsOf(report.terms) };
    };
    const kept = await counts('--preview', '--existing', 'keep');
    expect(kept.posts).toEqual({ created: 0, updated: 0 });
    expect(await counts('--existing', 'keep')).toEqual(kept);
    expect((await counts('--preview')).posts.updated).toBeGreaterThan(0);
  },
);

type Counts = Record<'posts' | 'terms', { created: number; updated: number }>;

const countsOf = ({ created, updated }: Counts['posts']): Counts['posts'] => ({ created, updated });

test('a site that is refused its first import does not come to be', async () => {
  writeFileSync(at('broken.xml'), 'no XML');
  expect(await say(['import', at('new.polydesk'), at('broken.xml')])).toMatchObject({ code: 1 });
  expect(existsSync(at('new.polydesk'))).toBe(false);
  expect(await say(['import', file, at('none.xml')])).toMatchObject({ code: 66 });
});

test('a folder that a copy cannot go into is named', async () => {
  writeFileSync(at('text'), 'mine');
  for (const name of ['none', 'text'])
    expect(await say(['copy', file, at(name)]), name).toMatchObject({
      code: 73,
      stderr: `The folder ${at(name)} does not exist. Nothing was copied. Create it first.\n`,
    });
});
