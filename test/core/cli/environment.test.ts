import { expect, test } from 'vitest';
import { readEnvironment } from '../../../core/cli/serving/environment.ts';
import { CliError } from '../../../core/cli/run/failure.ts';

const read = (env: Record<string, string>) => readEnvironment({ env, platform: 'linux', home: '/home/anna' });

test('nothing asked', () => {
  expect(read({})).toEqual({ tokens: [], homeUrl: '', model: undefined, edition: undefined });
});

test.each([
  [
    { POLYDESK_TOKENS: 'admin:administrator:abcd, bot:author:ef-gh' },
    'tokens',
    [
      { user: 'admin', role: 'administrator', token: 'abcd' },
      { user: 'bot', role: 'author', token: 'ef-gh' },
    ],
  ],
  [{ POLYDESK_HOME_URL: 'https://example.org/blog/' }, 'homeUrl', 'https://example.org/blog'],
  [{ POLYDESK_EDITION: 'standard' }, 'edition', 'standard'],
  [
    { POLYDESK_CONTENT_MODEL: '{"page_templates":["wide"]}' },
    'model',
    { post_types: [], taxonomies: [], post_meta: [], term_meta: [], page_templates: ['wide'] },
  ],
])('%j', (env, part, expected) => {
  expect(read(env as Record<string, string>)).toHaveProperty(part, expected);
});

test.each([
  [{ POLYDESK_TOKENS: 'admin' }, 'Entry 1 of POLYDESK_TOKENS'],
  [{ POLYDESK_TOKENS: 'a:author:pass1,b:pass2' }, 'Entry 2 of POLYDESK_TOKENS'],
  [{ POLYDESK_TOKENS: 'a:pass1:author' }, 'choose one of administrator'],
  [{ POLYDESK_TOKENS: 'a:author:pass1:more' }, 'name:role:password'],
  [{ POLYDESK_TOKENS: ':author:pass1' }, 'name:role:password'],
  [{ POLYDESK_TOKENS: 'a:author:---' }, 'name:role:password'],
  [{ POLYDESK_HOME_URL: 'example.org' }, 'POLYDESK_HOME_URL'],
  [{ POLYDESK_HOME_URL: 'ftp://example.org' }, 'POLYDESK_HOME_URL'],
  [{ POLYDESK_HOME_URL: 'https://example.org/?a' }, 'POLYDESK_HOME_URL'],
  [{ POLYDESK_EDITION: 'pro' }, 'extended, standard'],
  [{ POLYDESK_CONTENT_MODEL: '{' }, 'not valid JSON'],
  [{ POLYDESK_CONTENT_MODEL: '5' }, 'POLYDESK_CONTENT_MODEL'],
  [{ POLYDESK_CONTENT_MODEL: '{"post_types":[{"name":"Book"}]}' }, 'POLYDESK_CONTENT_MODEL[post_types][0][name]'],
  [{ POLYDESK_CONTENT_MODEL: '{"post_types":[{"name":"post"}]}' }, '"post"'],
])('%j ends with a sentence', (env, words) => {
  let error: unknown;
  try {
    read(env);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(CliError);
  expect(error).toMatchObject({ exitCode: 64, message: expect.stringContaining(words) });
  expect((error as CliError).message).not.toMatch(/pass\d/);
});
