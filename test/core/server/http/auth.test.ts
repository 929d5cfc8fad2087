import { expect, test } from 'vitest';
import { createCredentialReader, readCredentials } from '../../../../core/server/http/auth.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const TOKEN = 'abcd1234efgh5678ijkl9012';

test.each([
  [undefined, { kind: 'none' }],
  ['', { kind: 'none' }],
  ['   ', { kind: 'none' }],
  [basic(`admin:${TOKEN}`), { kind: 'basic', user: 'admin', token: TOKEN }],
  [basic('admin:abcd 1234-efgh'), { kind: 'basic', user: 'admin', token: 'abcd1234efgh' }],
  [basic('a@b.test:x:y'), { kind: 'basic', user: 'a@b.test', token: 'xy' }],
  [basic('Zoë:abc'), { kind: 'basic', user: 'Zoë', token: 'abc' }],
  [basic('admin:abc').replace('Basic', 'bASIC  '), { kind: 'basic', user: 'admin', token: 'abc' }],
  [`Bearer ${TOKEN}`, { kind: 'bearer', token: TOKEN }],
  ['bearer abcd 1234 efgh', { kind: 'bearer', token: 'abcd1234efgh' }],
  ['Bearer\tabc', { kind: 'bearer', token: 'abc' }],
])('%s', (header, expected) => {
  expect(readCredentials(header)).toEqual(expected);
});

test.each([
  'Basic',
  'Bearer',
  'Basic !!!',
  'Basic YWRtaW4',
  basic('admin'),
  basic('admin:'),
  basic('admin:---'),
  basic(':token'),
  'Basic /////w==',
  `Basic ${Buffer.from('admin:abc').toString('base64')} x`,
  `Basic ${Buffer.from('adm\xef:abc', 'latin1').toString('base64')}`,
  'Bearer ----',
  'Digest username="admin"',
  'Negotiate abc',
  TOKEN,
  `Token ${TOKEN}`,
  'Basicx YWRtaW46YWJj',
])('bad: %s', (header) => {
  expect(readCredentials(header)).toEqual({ kind: 'bad' });
});

test('a reader that remembers reads the same', () => {
  const read = createCredentialReader();
  const headers = [undefined, '', 'Basic !!!', ...Array.from({ length: 200 }, (_, i) => `Bearer token${i % 100}`)];
  for (const header of headers) expect(read(header)).toEqual(readCredentials(header));
});
