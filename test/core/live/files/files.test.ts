// Media files: fetched on request only, and only from the connected site; new ones are uploaded with their texts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { fetchFiles } from '../../../../core/live/files/fetch.ts';
import { openLive } from '../../../../core/live/connect.ts';
import { readSiteAddress } from '../../../../core/live/address.ts';
import { createRemote, type Remote } from '../../../../core/live/remote.ts';
import { RestError } from '../../../../core/errors.ts';
import { putMedia } from '../../../../core/store/content/media.ts';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import { openRig, paragraph, write, type Rig } from '../push/rig.ts';
import { png, uploadHere, uploadThere } from './pictures.ts';

let rig: Rig | undefined;
let remote: Remote | undefined;

afterEach(async () => {
  remote?.close();
  await rig?.close();
  [rig, remote] = [undefined, undefined];
});

async function open(options: Parameters<typeof openRig>[0] = { surface: 'pro' }): Promise<Rig> {
  rig = await openRig(options);
  const row = connectedSite(rig.site.db);
  if (!row) throw new Error('Not connected');
  rig.here.ask('POST', '/pll/v1/settings', { media_support: true });
  remote = openLive(row, { password: '', version: '1' });
  return rig;
}

const fetchAll = (own: Rig, ids?: number[], through = remote): ReturnType<typeof fetchFiles> =>
  fetchFiles(own.site, ids, {
    remote: through ?? (undefined as never),
    run: 1,
    merge: own.merge,
    progress: () => undefined,
    signal: new AbortController().signal,
  });

interface MediaAnswer {
  id: number;
  source_url: string;
  mime_type: string;
  media_details: { file?: string; filesize: number };
}
const mediaHere = ({ here }: Rig): MediaAnswer[] =>
  here.engine.dispatch({ method: 'GET', path: '/wp/v2/media', query: { context: 'edit', per_page: '100' } }, here.admin)
    .body as MediaAnswer[];
const undoLast = ({ here }: Rig): number => {
  const [entry] = here.engine.dispatch({ method: 'GET', path: '/polydesk/v1/history' }, here.admin).body as {
    id: number;
  }[];
  return here.ask('POST', `/polydesk/v1/history/${entry?.id ?? 0}/undo`, {}).status;
};

test('a file is downloaded on demand: the record has it, nothing differs, and it can be undone', async () => {
  const own = await open();
  await uploadThere(own, 'one.png');
  await own.check();
  own.pull();
  const [before] = mediaHere(own);
  expect(before?.source_url).toMatch(/wp-content\/uploads\/one\.png$/);
  expect(own.line.seen.some(({ path }) => path.includes('/uploads/'))).toBe(false);

  const { report, fault } = await fetchAll(own);
  expect({ report, fault }).toEqual({ report: { fetched: 1, bytes: png().length, left: [] }, fault: undefined });
  const [after] = mediaHere(own);
  expect(after?.source_url).toMatch(/\/polydesk\/files\//);
  expect(after?.media_details.filesize).toBe(png().length);
  expect(readFileSync(own.site.files.find(fileOf(after))?.path ?? '')).toEqual(png());
  await own.check();
  expect(own.plan()).toEqual([]);
  expect(await fetchAll(own)).toMatchObject({ report: { fetched: 0, left: [] } });
  expect(undoLast(own)).toBe(200);
  expect(mediaHere(own)[0]?.source_url).toBe(before?.source_url);
});

const fileOf = (item: MediaAnswer | undefined): string => item?.source_url.split('/polydesk/files/')[1] ?? '';

test('requests for files carry no password, and other hosts are not contacted', async () => {
  const own = await open();
  await uploadThere(own, 'one.png');
  await uploadThere(own, 'two.png', png('two'));
  await own.check();
  own.pull();
  const [first] = mediaHere(own).filter(({ source_url }) => source_url.endsWith('two.png'));
  const elsewhere = 'http://10.0.0.1/uploads/two.png';
  own.merge(() => {
    putMedia(own.site.db, first?.id ?? 0, { source_url: elsewhere });
    return { value: 0, summary: { code: 'live.files', params: { count: 0 } }, origin: 'pull' };
  });
  const { report } = await fetchAll(own);
  expect(report).toEqual({
    fetched: 1,
    bytes: png().length,
    left: [{ id: first?.id, code: 'other_host', host: '10.0.0.1' }],
  });
  const asked = own.line.seen.filter(({ path }) => path.includes('/uploads/'));
  expect(asked.map(({ path, authorization }) => [path, authorization])).toEqual([['/wp-content/uploads/one.png', '']]);
});

test.for([
  [
    'gone',
    (own: Rig) =>
      [...own.wp.site.posts.values()].forEach((post) => post.file && Object.assign(post.file, { name: 'other.png' })),
  ],
  [
    'not_a_file',
    (own: Rig) =>
      [...own.wp.site.posts.values()].forEach(
        (post) => post.file && Object.assign(post.file, { bytes: Buffer.from('<html>') }),
      ),
  ],
] as const)('what is no file there is named and left: %s', async ([code, spoil]) => {
  const own = await open();
  await uploadThere(own, 'one.png');
  await own.check();
  own.pull();
  spoil(own);
  const [item] = mediaHere(own);
  expect((await fetchAll(own)).report).toEqual({ fetched: 0, bytes: 0, left: [{ id: item?.id, code }] });
  expect(mediaHere(own)[0]?.source_url).toBe(item?.source_url);
});

test('a file that is too large is left; a line that breaks keeps what had come', async () => {
  const own = await open();
  await uploadThere(own, 'one.png');
  await uploadThere(own, 'two.png', png('x'.repeat(500)));
  await own.check();
  own.pull();
  const small = openLimited(own, 200);
  const { report } = await fetchAll(own, undefined, small);
  small.close();
  expect(report).toMatchObject({ fetched: 1, left: [{ code: 'large' }] });
  await uploadThere(own, 'three.png', png('3'));
  await own.check();
  own.pull();
  own.line.rule = ({ path }) => (path.includes('three') ? 'before' : undefined);
  const cut = await fetchAll(own);
  expect(cut.fault?.code).toBe('polydesk_live_offline');
  expect(cut.report.fetched).toBe(1);
  own.line.rule = () => undefined;
  expect((await fetchAll(own)).report.fetched).toBe(1);
});

test('a disk that is full ends it, and keeps what had come', async () => {
  const own = await open();
  for (const name of ['one.png', 'two.png', 'three.png']) await uploadThere(own, name, png(name));
  await own.check();
  own.pull();
  const asked: string[] = [];
  const filling: Remote = {
    ...(remote as Remote),
    download(path, to, signal) {
      if (asked.push(path) > 1) return Promise.reject(new RestError('storage_full', 'The disk is full.', 507));
      return (remote as Remote).download(path, to, signal);
    },
  };
  const { report, fault } = await fetchAll(own, undefined, filling);
  expect([fault?.code, report.fetched, report.left, asked.length]).toEqual(['storage_full', 1, [], 2]);
  expect((await fetchAll(own)).report.fetched).toBe(2);
});

function openLimited({ site }: Rig, fileBytes: number): Remote {
  const row = connectedSite(site.db);
  if (!row) throw new Error('Not connected');
  return createRemote({ address: readSiteAddress(row.url), network: row.network, version: '1', limits: { fileBytes } });
}

test.for([{ surface: 'pro' }, { surface: 'free', companion: true }, { surface: 'free' }] as const)(
  'a new file is uploaded with its texts and its language, and a post that shows it has its address there: %j',
  async (options) => {
    const own = await open(options);
    await own.check();
    own.pull();
    const id = uploadHere(own, 'new.png', { alt_text: 'A wheel', caption: 'Seen "here"', description: 'Föhn' });
    const src = mediaHere(own)[0]?.source_url ?? '';
    const image = `<!-- wp:image {"id":${id}} -->\n<figure class="wp-block-image"><img src="${src}" alt="" class="wp-image-${id}"/></figure>\n<!-- /wp:image -->`;
    write(own, '/wp/v2/posts', {
      title: 'With picture',
      content: `${image}\n\n${paragraph('text')}`,
      status: 'publish',
      lang: 'en',
      featured_media: id,
    });
    const { report, fault } = await own.push();

    expect({ fault, ...report }).toMatchObject({ fault: '', failed: 0, conflict: 0 });
    const there = own.there('The new.png');
    expect(there).toMatchObject({
      type: 'attachment',
      excerpt: 'Seen "here"',
      content: 'Föhn',
      file: { alt: 'A wheel' },
    });
    expect(there?.lang).toBe('en');
    expect(sumOf(there?.file?.bytes)).toBe(sumOf(png()));
    const post = own.there('With picture');
    expect(post?.content).toContain(`src="${own.line.url}/wp-content/uploads/new.png"`);
    expect(post?.content).toContain(`wp-image-${there?.id}"`);
    expect(post?.content).not.toContain('polydesk');
    await own.check();
    expect(own.plan()).toEqual([]);
    const writes = own.writes();
    await own.push();
    expect(own.writes()).toBe(writes);
  },
);

const sumOf = (bytes: Buffer | undefined): string =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');

test('an answer to an upload that is lost: the file is found by its bytes, and is there once', async () => {
  const own = await open();
  await own.check();
  own.pull();
  uploadHere(own, 'new.png');
  let cut = false;
  own.line.rule = ({ method, path }) => {
    if (method !== 'POST' || !path.includes('/wp/v2/media') || cut) return undefined;
    cut = true;
    return 'after';
  };
  const { report, fault } = await own.push();
  expect({ fault, failed: report.failed, conflict: report.conflict }).toEqual({ fault: '', failed: 0, conflict: 0 });
  expect([...own.wp.site.posts.values()].filter(({ file }) => file)).toHaveLength(1);
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('a file with our name and other bytes is not ours: a question, never overwritten', async () => {
  const own = await open();
  await own.check();
  own.pull();
  uploadHere(own, 'new.png', { slug: 'new' });
  await uploadThere(own, 'new.png', png('another'));
  const { report } = await own.push();
  expect(report).toMatchObject({ done: 0, conflict: 1 });
  expect([...own.wp.site.posts.values()].filter(({ file }) => file)).toHaveLength(1);
});

test('an uploaded file goes again when the push is undone and its name is ticked, else it stays', async () => {
  const own = await open();
  await own.check();
  own.pull();
  uploadHere(own, 'new.png');
  const { run } = await own.push();
  await own.undo(run);
  expect(own.there('The new.png')).toBeDefined();
  const uuid = own.steps(run)[0]?.uuid ?? '';
  await own.undo(run, [{ kind: 'post', uuid }]);
  expect(own.there('The new.png')).toBeUndefined();
});
