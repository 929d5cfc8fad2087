import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeBackup } from '../../../../core/domain/site/backups.ts';
import { createEngine } from '../../../../core/engine/engine.ts';
import { batchRoute } from '../../../../core/rest/batch.ts';
import { mayGrow } from '../../../../core/rest/lookup.ts';
import { compileRoutes } from '../../../../core/rest/path.ts';
import { serverRoutes } from '../../../../core/routes/settings/server.ts';
import { settingsRoutes } from '../../../../core/routes/settings/settings.ts';
import { openSite, type Site } from '../../../../core/site.ts';
import { RESERVE } from '../../../../core/store/file/room.ts';
import type { RestRequest } from '../../../../core/types.ts';
import { admin, temporaryFolder, thrown } from '../../store/support.ts';

const noSecrets = {
  put: () => Promise.reject(new Error('none')),
  get: () => Promise.resolve(undefined),
  sweep: () => Promise.resolve(0),
};

/** An engine on a file; `reserve` is by default more than any disk has. */
function desk(reserve = Number.MAX_SAFE_INTEGER): {
  site: Site;
  ask(method: string, path: string, body?: unknown): { status: number; code: unknown };
} {
  const file = join(temporaryFolder(), 'a.polydesk');
  const first = openSite(file, { version: '1.0.0', reserve: 0 });
  const engine = createEngine(first, { secrets: noSecrets });
  engine.dispatch({ method: 'POST', path: '/wp/v2/posts', body: { title: 'Here', status: 'publish' } }, admin);
  engine.dispatch({ method: 'POST', path: '/pll/v1/languages', body: { locale: 'en_US' } }, admin);
  engine.close();
  const site = openSite(file, { version: '1.0.0', reserve });
  const own = createEngine(site, { secrets: noSecrets });
  onTestFinished(() => own.close());
  return {
    site,
    ask(method, path, body) {
      const answer = own.dispatch({ method, path, ...(body !== undefined && { body }) }, admin);
      return { status: answer.status, code: (answer.body as { code?: unknown }).code };
    },
  };
}

test('a counter of numbers at its end is not called a full disk', () => {
  const { ask, site } = desk(0);
  site.db.exec("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'posts'");
  expect(ask('POST', '/wp/v2/posts', { title: 'New' })).toEqual({ status: 507, code: 'storage_no_numbers' });
  expect(ask('POST', '/wp/v2/tags', { name: 'New' }).status).toBe(201);
});

describe('with less free than is to stay free', () => {
  test('writes that would grow the file are rejected; deletes, settings and reads continue', () => {
    const { ask, site } = desk();
    const full = { status: 507, code: 'storage_full' };
    expect(ask('POST', '/wp/v2/posts', { title: 'New' })).toEqual(full);
    expect(ask('POST', '/wp/v2/posts/1', { title: 'Changed' })).toEqual(full);
    expect(ask('POST', '/pll/v1/languages', { locale: 'fr_FR' })).toEqual(full);
    expect(ask('POST', '/batch/v1', { requests: [{ path: '/wp/v2/posts', body: { title: 'New' } }] })).toEqual(full);
    expect(thrown(() => makeBackup(site, 'on request'))).toMatchObject(full);
    expect(ask('GET', '/wp/v2/posts').status).toBe(200);
    expect(ask('POST', '/pll/v1/settings', { force_lang: 2 }).status).toBe(200);
    expect(ask('POST', '/wp/v2/settings', { title: 'Full' }).status).toBe(200);
    const batch = { requests: [{ path: '/pll/v1/settings', method: 'PATCH', body: { hide_default: false } }] };
    expect(ask('POST', '/batch/v1', batch).status).toBe(207);
    expect(ask('DELETE', '/wp/v2/posts/1?force=true').status).toBe(404);
    expect(ask('DELETE', '/wp/v2/posts/1', { force: true }).status).toBe(200);
    expect(ask('GET', '/wp/v2/posts').status).toBe(200);
    expect(site.readOnly).toBe(false);
  });

  test('other errors take precedence', () => {
    const { ask } = desk();
    expect(ask('POST', '/wp/v2/posts', { status: 'no such' }).status).toBe(400);
    expect(ask('POST', '/wp/v2/posts/77', { title: 'x' }).status).toBe(404);
  });

  test('control: without a reserve all is stored', () => {
    const { ask, site } = desk(0);
    expect(ask('POST', '/wp/v2/posts', { title: 'New' }).status).toBe(201);
    expect(makeBackup(site, 'on request')).toContain('on request');
  });

  test('32 MiB, unless configured otherwise', () => {
    const site = openSite(join(temporaryFolder(), 'a.polydesk'), { version: '1.0.0' });
    expect(site.reserve).toBe(RESERVE);
    expect(RESERVE).toBe(33_554_432);
    site.close();
  });
});

const never = () => {
  throw new Error('nothing is run');
};
const table = compileRoutes(
  { ...settingsRoutes, ...serverRoutes, ...batchRoute(never, { saved: never, attempt: never }) },
  'extended',
);

test.each<[string, RestRequest, boolean]>([
  ['a delete', { method: 'DELETE', path: '/wp/v2/posts/1' }, false],
  ['a POST that stands for one', { method: 'POST', path: '/wp/v2/posts/1', query: { _method: 'delete' } }, false],
  ['the same by its header', { method: 'POST', path: '/a', headers: { 'x-http-method-override': 'DELETE' } }, false],
  ['a PUT that says so', { method: 'PUT', path: '/wp/v2/posts/1', query: { _method: 'DELETE' } }, true],
  ['settings', { method: 'POST', path: '/pll/v1/settings/' }, false],
  ['options of the server', { method: 'PATCH', path: '/polydesk/v1/server' }, false],
  ['a post', { method: 'POST', path: '/wp/v2/posts' }, true],
  ['an empty batch', { method: 'POST', path: '/batch/v1', body: { requests: [] } }, false],
  [
    'a batch of deletes',
    { method: 'POST', path: '/batch/v1', body: { requests: [{ method: 'DELETE', path: '/a' }] } },
    false,
  ],
  [
    'a batch with more',
    { method: 'POST', path: '/batch/v1', body: { requests: [{ method: 'DELETE', path: '/a' }, { path: '/b' }] } },
    true,
  ],
  ['a batch of nonsense', { method: 'POST', path: '/batch/v1', body: { requests: [null] } }, true],
])('%s may grow: %s', (_name, request, grows) => {
  expect(mayGrow(table, request)).toBe(grows);
});

test('an unreadable page: 503, and nothing is written until the site is reopened', () => {
  const { ask, site } = desk(0);
  site.db.pragma('wal_checkpoint(TRUNCATE)');
  site.db.pragma('cache_size = 0');
  site.db.pragma('shrink_memory');
  const root = Number(site.db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'terms'`).pluck().get());
  // In another process: closing a descriptor here would drop the locks of this one.
  const script = `require('fs').writeSync(require('fs').openSync(process.argv[1], 'r+'), Buffer.alloc(4096, 255), 0, 4096, (${root} - 1) * 4096)`;
  execFileSync(process.execPath, ['-e', script, site.file]);
  const answer = thrown(() => ask('GET', '/wp/v2/categories'));
  expect(answer).toMatchObject({ code: 'storage_damaged', status: 503 });
  expect(site.readOnly).toBe(true);
  expect(ask('POST', '/wp/v2/settings', { title: 'x' })).toEqual({ status: 503, code: 'storage_read_only' });
});

test('a missing database driver is reported, and no lock is blamed or left', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  const hook = join(folder, 'hook.cjs');
  writeFileSync(
    hook,
    `require('module')._extensions['.node'] = () => { throw Object.assign(new Error('x'), { code: 'ERR_DLOPEN_FAILED' }); };`,
  );
  const cli = join(import.meta.dirname, '../../../../core/cli.ts');
  for (const site of ['a.polydesk', ':memory:']) {
    const error = thrown(() =>
      execFileSync(process.execPath, ['--require', hook, cli, 'serve', site], {
        cwd: folder,
        stdio: 'pipe',
        env: { ...process.env, POLYDESK_DATA: join(folder, 'data') },
      }),
    ) as { status: number; stderr: Buffer };
    expect({ code: error.status, said: error.stderr.toString() }).toEqual({
      code: 78,
      said: expect.stringMatching(/^The database driver of Polydesk is missing.*then try again\.\n$/),
    });
  }
});
