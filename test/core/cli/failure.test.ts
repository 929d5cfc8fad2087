import { expect, test } from 'vitest';
import { asCliError, CliError } from '../../../core/cli/run/failure.ts';
import { invalidParameter } from '../../../core/domain/invalid-parameter.ts';
import { RestError } from '../../../core/errors.ts';
import { ForeignPathError } from '../../../core/server/host/private-file.ts';
import { OPEN_FAILURES, OpenError, type OpenFailure } from '../../../core/store/file/failures.ts';

const disk = (code: string): Error => Object.assign(new Error(`${code}: words`), { code, syscall: 'open' });

test.each<[unknown, number, string]>([
  [new CliError(69, 'Taken.'), 69, 'Taken.'],
  ...Object.entries(OPEN_FAILURES).map(([code, exit]): [unknown, number, string] => [
    new OpenError(code as OpenFailure, 'Not opened.'),
    exit,
    'Not opened.',
  ]),
  [new RestError('a', 'No.', 400), 1, 'No.'],
  [new RestError('a', 'No.', 409), 1, 'No.'],
  [invalidParameter('scope', 'a', 'There is no such thing.'), 1, 'There is no such thing. Nothing was changed.'],
  [new RestError('storage_busy', 'Busy.', 503), 69, 'Busy.'],
  [new RestError('storage_full', 'Full.', 507), 74, 'Full.'],
  [new RestError('internal_error', 'Fault.', 500), 70, 'Fault.'],
  [new ForeignPathError('/a'), 74, '/a is a link or belongs to another user.'],
  [disk('ENOSPC'), 74, 'ENOSPC: words'],
  [disk('EACCES'), 77, 'EACCES: words'],
  [disk('EEXIST'), 73, 'a file is where a folder has to be'],
  [new OpenError('disk', 'Not opened.', { cause: disk('EACCES') }), 77, 'Not opened.'],
  [new RestError('rest_forbidden', 'No.', 403), 77, 'No.'],
  [new RestError('storage_read_only', 'Reading only.', 503), 77, 'Reading only.'],
  [new RestError('storage_damaged', 'Damaged.', 503), 74, 'Damaged.'],
  [new Error('one\ntwo'), 70, 'Something went wrong inside Polydesk: one.'],
  ['text', 70, 'Something went wrong inside Polydesk: text.'],
])('%s ends with %d', (error, exitCode, words) => {
  expect(asCliError(error)).toMatchObject({ exitCode, message: expect.stringContaining(words) });
});
