import { readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closeSite, openSite } from '../../../../core/site.ts';
import { holdElsewhere, killed, openElsewhere } from '../programs.ts';
import { temporaryFolder, thrown } from '../support.ts';

const open = (file: string) => openSite(file, { version: '1.0.0' });

test('one program at a time; free right after kill -9', async () => {
  const file = join(temporaryFolder(), 'a.polydesk');
  const other = await holdElsewhere(file);
  expect(thrown(() => open(file))).toMatchObject({ code: 'in_use', exitCode: 69 });
  await killed(other);
  closeSite(open(file));
});

test('a second opening in the same program is refused, and takes nothing from the first', () => {
  const file = join(temporaryFolder(), 'a.polydesk');
  const site = open(file);
  expect(thrown(() => open(file))).toMatchObject({ code: 'in_use' });
  expect(openElsewhere(file)).toBe('in_use 69');
  closeSite(site);
  expect(openElsewhere(file)).toBe('open');
});

test('a link leads to the same lock', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'a.polydesk');
  const site = open(file);
  symlinkSync(file, join(folder, 'link'));
  expect(openElsewhere(join(folder, 'link'))).toBe('in_use 69');
  closeSite(site);
});

test('the lock is still held after much garbage was collected', async () => {
  const file = join(temporaryFolder(), 'a.polydesk');
  await holdElsewhere(file, 'garbage');
  await wait(1500);
  expect(openElsewhere(file)).toBe('in_use 69');
});

test('only the owner may read the lock and the site', () => {
  const folder = temporaryFolder();
  const site = open(join(folder, 'a.polydesk'));
  const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
  expect(modes).toEqual(modes.map(([name]) => [name, '600']));
  expect(modes.length).toBeGreaterThan(2);
  closeSite(site);
});
