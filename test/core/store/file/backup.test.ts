import { copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closeSite, openSite } from '../../../../core/site.ts';
import { backUp, copyVerified } from '../../../../core/store/file/backup.ts';
import { FIXTURE, dump, hashes, memorySite, temporaryFolder, thrown, write } from '../support.ts';

test('a copy holds what the site holds, history included, and opens as a site', () => {
  const folder = temporaryFolder();
  const site = openSite(join(folder, 'a.polydesk'), { version: '1' });
  write(site, ...FIXTURE);
  const path = backUp(site.db, site.file, { reason: 'before a test' });
  write(site, `UPDATE options SET value = '"later"'`);
  expect(path).toMatch(/a\.backups\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d before a test\.polydesk$/);
  const copy = openSite(path, { version: '1', create: false });
  expect(dump(copy.db)['options']).toEqual([{ name: 'title', value: '"My site"' }]);
  expect(dump(copy.db)['posts']).toEqual(dump(site.db)['posts']);
  closeSite(copy);
  closeSite(site);
});

test('only the owner may read a copy and its folder', () => {
  const folder = temporaryFolder();
  const path = backUp(memorySite().db, join(folder, 'a.polydesk'), { reason: 'x' });
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  expect((statSync(join(path, '..')).mode & 0o777).toString(8)).toBe('700');
});

test('two copies in one second have two names', () => {
  const { db } = memorySite();
  const file = join(temporaryFolder(), 'a.polydesk');
  const paths = [1, 2, 3].map(() => backUp(db, file, { reason: 'x' }));
  expect(new Set(paths).size).toBe(3);
});

test('a copy never replaces a file, and leaves nothing behind when it fails', () => {
  const folder = temporaryFolder();
  const target = join(folder, 'kept');
  writeFileSync(target, 'precious');
  const before = hashes(target);
  expect(thrown(() => copyVerified(memorySite().db, target))).toMatchObject({
    message: expect.stringContaining('exists') as string,
  });
  expect(hashes(target)).toBe(before);
  expect(readdirSync(folder)).toEqual(['kept']);
});

test.each([
  ['a broken rule', `INSERT INTO groups (kind, type) VALUES ('post', 'post')`],
  ['a lost partner', `UPDATE site SET default_category_id = 99`],
])('a site with %s gives no copy', (_name, statement) => {
  const folder = temporaryFolder();
  const site = openSite(':memory:', { version: '1' });
  site.db.pragma('foreign_keys = OFF');
  site.db.exec(statement);
  expect(thrown(() => copyVerified(site.db, join(folder, 'copy')))).toMatchObject({
    message: expect.stringContaining('breaks a rule') as string,
  });
  expect(readdirSync(folder)).toEqual([]);
  site.close();
});

test('leftovers of an interrupted copy are overwritten by the next', () => {
  const target = join(temporaryFolder(), 'copy');
  writeFileSync(`${target}.part`, 'half');
  copyVerified(memorySite().db, target);
  copyFileSync(target, `${target}2`);
  expect(readdirSync(join(target, '..')).sort()).toEqual(['copy', 'copy2']);
});
