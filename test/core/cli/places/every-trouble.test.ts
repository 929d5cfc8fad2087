// Every command with an intact site that is not available as usual: in use elsewhere, read-only, or on a full disk.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSite } from '../../../../core/site.ts';
import { fill, makeReadOnly, mount, unmount } from './disks.ts';
import { COMMANDS, type Wanted } from './sites.ts';
import { openTable, runOf, TIME, type Table } from './table.ts';

let table: Table;
beforeAll(async () => {
  table = await openTable('every-trouble');
});
afterAll(() => table.close());

const at = (name: string): string => join(table.folder, name);

interface Answers {
  wanted: Wanted;
  /** What some commands say instead; undefined: not to be run. */
  but: Readonly<Record<string, Wanted | undefined>>;
}

const DONE: Wanted = [0, null, /./];
const IN_USE: Wanted = [69, 'in_use', /is in use by another program\. Nothing was changed\. Close the site there/];
const READ_ONLY: Wanted = [77, 'storage_read_only', /^The site is open read-only\. Nothing was stored\.$/];
/** Serving goes on without end. */
const SERVERS = { serve: undefined, start: undefined };

/** What every command says wrongly to one site. */
function wrongs(place: string, site: string, { wanted, but }: Answers): Promise<unknown[]> {
  const dir = at(`${place} out`.replaceAll(' ', '-'));
  mkdirSync(dir);
  const runs = COMMANDS.flatMap((command) => {
    const own = command[0] in but ? but[command[0]] : wanted;
    return own ? [runOf(table, place, command, { site, dir, wanted: own })] : [];
  });
  return table.wrongs(runs);
}

function copyOf(folder: string): string {
  mkdirSync(folder, { recursive: true });
  copyFileSync(at('good.polydesk'), join(folder, 'site.polydesk'));
  return join(folder, 'site.polydesk');
}

test('a site that another program uses', { timeout: TIME }, async () => {
  const file = copyOf(at('used'));
  const site = openSite(file, { version: '1.0.0' });
  onTestFinished(() => site.close());
  const but = { backup: DONE, 'backup list': DONE };
  expect(await wrongs('used by a program', file, { wanted: IN_USE, but })).toEqual([]);
});

test('a site that a server has open', { timeout: TIME }, async () => {
  const file = copyOf(at('served'));
  const server = table.desk.start(['serve', file, '--port', '0']);
  await server.ready;
  const serve: Wanted = [69, 'in_use', /is open in the server at http:\S+ already\. Nothing was changed\./];
  // Where the interface was built too, start prints a link to it.
  const but = { copy: IN_USE, salvage: IN_USE, serve, start: undefined };
  const found = await wrongs('open in a server', file, { wanted: DONE, but });
  await server.stop();
  expect(found).toEqual([]);
});

test('a site that can only be read', { timeout: TIME }, async ({ skip }) => {
  const isRoot = process.getuid?.() === 0;
  const folder = at('read-only');
  skip(isRoot && !mount(folder, '8m'), 'root may write everywhere, and may not mount a disk here');
  const file = copyOf(folder);
  const undo = makeReadOnly(file);
  onTestFinished(() => {
    undo();
    if (isRoot) unmount(folder);
  });
  const names = ['import', 'apply', 'backup', 'lang', 'settings', 'token', 'undo'];
  const denied = Object.fromEntries(names.map((name) => [name, READ_ONLY]));
  expect(await wrongs('only to be read', file, { wanted: DONE, but: { ...SERVERS, ...denied } })).toEqual([]);
});

test('a site on a full disk', { timeout: TIME }, async ({ skip }) => {
  const folder = at('full');
  skip(!mount(folder, '8m'), 'this user may not mount a disk of its own');
  const file = copyOf(folder);
  fill(folder);
  // Not that of the sound site, which some commands open too and may work on.
  const before = readFileSync(file);
  onTestFinished(() => unmount(folder));
  const wanted: Wanted = [74, 'disk', /^The disk is full: \S+ cannot be made\. The site was not touched\. Free some/];
  const but = { ...SERVERS, 'backup list': [0, null, /no copies/i] as Wanted, copy: DONE, salvage: DONE };
  expect(await wrongs('full disk', file, { wanted, but })).toEqual([]);
  expect(readFileSync(file).equals(before)).toBe(true);
});
