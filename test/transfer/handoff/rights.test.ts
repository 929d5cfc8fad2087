// Editors can export and import files for translators; all other imports and exports require an administrator.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Caller, Dict, Role } from '../../../core/types.ts';
import { bodyOf } from '../../support/engine.ts';
import { temporaryFolder } from '../support.ts';
import { openHandoffBench, translated, type HandoffBench } from './bench.ts';

let bench: HandoffBench;
let folder: ReturnType<typeof temporaryFolder>;
let source: number;
beforeEach(() => {
  bench = openHandoffBench();
  folder = temporaryFolder();
  source = bench.post({ title: 'Night riding' });
  return () => {
    bench.engine.close();
    folder.remove();
  };
});

const ask = (caller: Caller, method: 'GET' | 'POST' | 'DELETE', path: string, body?: Dict) =>
  bench.engine.dispatch({ method, path: `/polydesk/v1${path}`, ...(body && { body }) }, caller);
function send(caller: Caller, text: string, query: Dict = { preview: '1' }) {
  const path = join(folder.path, crypto.randomUUID());
  writeFileSync(path, text);
  const file = { path, name: 'file.xlf', type: 'application/octet-stream', size: text.length };
  const headers = { 'content-disposition': 'attachment; filename="file.xlf"', 'content-type': file.type };
  return bench.engine.dispatch({ method: 'POST', path: '/polydesk/v1/imports', query, headers, file }, caller);
}

test('an editor exports, looks at what comes back, and takes it in', () => {
  const editor = bench.as('editor');
  const { job } = bodyOf(ask(editor, 'POST', '/exports', { format: 'xliff12', lang: 'fr' })) as { job: number };
  expect(ask(editor, 'GET', `/jobs/${job}`).body).toMatchObject({ state: 'done' });
  expect(ask(editor, 'GET', `/jobs/${job}/file`).file).toBeDefined();
  const file = translated(bench.send('xliff12'), (text) => text.replace('Night', 'Nuit'));
  const started = send(editor, file);
  expect(started.status).toBe(202);
  const preview = String(bodyOf(started)['job']);
  expect(ask(editor, 'GET', `/jobs/${preview}/items`).body).toHaveLength(1);
  const applied = bodyOf(ask(editor, 'POST', `/jobs/${preview}/apply`, { choices: {} }));
  expect(ask(editor, 'GET', `/jobs/${String(applied['job'])}`).body).toMatchObject({
    state: 'done',
    report: { handoff: { texts: 1, created: 1 } },
  });
  expect(bench.read(bench.versionOf(source))).toMatchObject({ title: 'Nuit riding', status: 'draft' });
});

test('an editor sees no other jobs, and takes in no other files', () => {
  const editor = bench.as('editor');
  const { job } = bench.must('POST', '/polydesk/v1/exports', { format: 'wxr' }) as { job: number };
  for (const path of [`/jobs/${job}`, `/jobs/${job}/file`]) expect(ask(editor, 'GET', path).status).toBe(403);
  expect(ask(editor, 'DELETE', `/jobs/${job}`).status).toBe(403);
  expect(ask(editor, 'GET', '/jobs').body).toEqual([]);
  expect(ask(editor, 'GET', '/jobs/99').status).toBe(403);
  for (const format of ['wxr', 'bundle', 'tmx', 'tbx', 'terms'])
    expect(ask(editor, 'POST', '/exports', { format }).status).toBe(403);
  const before = bench.latest();
  for (const text of ['<rss/>', '<tmx version="1.4"><header/><body/></tmx>', 'en,fr\na,b\n'])
    expect(send(editor, text, {}).status).toBe(403);
  expect(send(editor, bench.send('xliff12'), { apply: '1' }).status).toBe(403);
  expect(bench.latest()).toBe(before);
  // The control: an administrator is let in with the same.
  expect(ask(bench.admin, 'GET', `/jobs/${job}`).status).toBe(200);
  expect(send(bench.admin, 'en,fr\na,b\n').status).toBe(202);
});

test('strings in a file stay for administrators, and are named in the report', () => {
  bench.must('POST', '/wp/v2/settings', { title: 'Night atlas' });
  const file = translated(bench.send('xliff12', { strings: true }), (text) => text.replace('Night', 'Nuit'));
  const take = (caller: Caller): Dict => {
    const { job } = bodyOf(send(caller, file, { published: '1' })) as { job: number };
    return bodyOf(ask(bench.admin, 'GET', `/jobs/${job}`))['report'] as Dict;
  };
  const title = () =>
    (bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/strings' }, bench.admin).body as Dict[])[0];
  expect(take(bench.as('editor'))).toMatchObject({ handoff: { texts: 1, warnings: [{ code: 'not_written' }] } });
  expect(title()).toMatchObject({ source: 'Night atlas', translations: {} });
  take(bench.admin);
  expect(title()).toMatchObject({ translations: { fr: 'Nuit atlas' } });
});

test.each<[Role, number]>([
  ['author', 403],
  ['subscriber', 403],
])('a token of role %s is refused', (role, status) => {
  const caller = bench.as(role);
  const file = bench.send('xliff12');
  expect(ask(caller, 'POST', '/exports', { format: 'xliff12', lang: 'fr' }).status).toBe(status);
  expect(send(caller, file).status).toBe(status);
  expect(ask(caller, 'GET', '/jobs').status).toBe(status);
});
