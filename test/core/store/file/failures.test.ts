import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { asOpenError, OPEN_FAILURES, OpenError, storageError } from '../../../../core/store/file/failures.ts';

test.each([
  ['SQLITE_BUSY', 'storage_busy', 503],
  ['SQLITE_BUSY_SNAPSHOT', 'storage_busy', 503],
  ['SQLITE_LOCKED', 'storage_busy', 503],
  ['SQLITE_FULL', 'storage_full', 507],
  ['SQLITE_IOERR_WRITE', 'storage_full', 507],
  ['SQLITE_IOERR_READ', 'storage_damaged', 503],
  ['SQLITE_IOERR_FSYNC', 'storage_unconfirmed', 503],
  ['SQLITE_IOERR_DIR_FSYNC', 'storage_unconfirmed', 503],
  ['SQLITE_CORRUPT', 'storage_damaged', 503],
  ['SQLITE_NOTADB', 'storage_damaged', 503],
  ['SQLITE_READONLY', 'storage_read_only', 503],
  ['SQLITE_READONLY_DBMOVED', 'storage_read_only', 503],
])('%s is %s, %i', (code, name, status) => {
  const error = storageError(new Database.SqliteError('no path here', code));
  expect(error).toMatchObject({ code: name, status });
  expect(error?.message).not.toContain('no path here');
  expect(error?.extra.headers).toEqual(name === 'storage_busy' ? { 'Retry-After': '1' } : undefined);
});

test.each([
  ['a broken rule is a bug', new Database.SqliteError('x', 'SQLITE_CONSTRAINT_UNIQUE')],
  ['any other error', new Error('x')],
  ['no error', undefined],
])('%s is none of the storage', (_name, error) => {
  expect(storageError(error)).toBeUndefined();
});

test.each([
  ['SQLITE_NOTADB', 'damaged', 1],
  ['SQLITE_CORRUPT_INDEX', 'damaged', 1],
  ['SQLITE_BUSY', 'in_use', 69],
  ['SQLITE_CANTOPEN', 'disk', 74],
  ['SQLITE_IOERR_READ', 'disk', 74],
])('%s while opening is %s, exit %i', (sqlite, code, exitCode) => {
  const error = asOpenError('/a/site.polydesk', new Database.SqliteError('x', sqlite));
  expect(error).toBeInstanceOf(OpenError);
  expect(error).toMatchObject({ code, exitCode });
});

test('exit codes are those of the contract', () => {
  expect(OPEN_FAILURES).toMatchObject({ missing: 66, in_use: 69, disk: 74, newer: 78, not_ours: 1, damaged: 1 });
});
