import { expect, test } from 'vitest';
import { say } from '../../support/command-line.ts';

test.each([
  [['--version'], /^\d+\.\d+\.\d+\n$/],
  [['-v'], /^\d+\.\d+\.\d+\n$/],
  [['--help'], /serve .*start .*token .*undo .*backup .*Exit codes/s],
  [['help', 'token'], /token SITE add NAME --role ROLE/],
  [['help', 'nothing'], /polydesk COMMAND SITE/],
  [['serve', '--help'], /--port N.*--no-anonymous-read.*--edition.*POLYDESK_TOKENS/s],
  [['start', '--help'], /start \[SITE\].*My site/s],
  [['undo', '-h'], /undo SITE \[ENTRY\]/],
  [['backup', 'a', 'b', '--help'], /backup SITE/],
])('%j', async (args, text) => {
  const { code, stdout, stderr } = await say(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(text);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(86);
});

test.each<[string[], string]>([
  [[], 'The command is missing. See: polydesk --help'],
  [['frobnicate'], 'Unknown command "frobnicate". See: polydesk --help'],
  [['constructor'], 'Unknown command "constructor".'],
  [['--frob'], 'Unknown option --frob.'],
  [['serve'], 'SITE is missing. See: polydesk serve --help'],
  [['serve', 'a', 'b'], '"b" is one argument too many.'],
  [['serve', 'a', '--site', 'b'], '"a" is one argument too many'],
  [['serve', 'a', '--frob'], 'Unknown option --frob. See: polydesk serve --help'],
  [['serve', 'a', '-x'], 'Unknown option -x.'],
  [['serve', 'a', '--port'], 'The option --port needs a value.'],
  [['serve', 'a', '--port', '65536'], '"65536" is not a port'],
  [['serve', 'a', '--port', '-1'], 'The option --port needs a value.'],
  [['serve', 'a', '--port='], '"" is not a port'],
  [['serve', 'a', '--json=yes'], 'The option --json takes no value.'],
  [['serve', 'a', '--edition', 'pro'], 'extended, standard'],
  [['start', 'a', 'b'], '"b" is one argument too many.'],
  [['token'], 'SITE is missing'],
  [['token', 'a', 'make'], 'Choose one of add, list, revoke'],
  [['token', 'a', 'list', 'b'], '"b" is one argument too many.'],
  [['token', 'a', 'add', 'b', 'c'], '"c" is one argument too many.'],
  [['token', 'a', 'add'], 'NAME is missing'],
  [['token', 'a', 'add', 'x'], '--role'],
  [['token', 'a', 'add', 'x', '--role', 'boss'], '"boss" is not a role'],
  [['token', 'a', 'revoke'], 'NAME is missing'],
  [['undo'], 'SITE is missing'],
  [['undo', 'a', 'x'], '"x" is not the number of an entry.'],
  [['undo', 'a', '0'], '"0" is not the number of an entry.'],
  [['backup'], 'SITE is missing'],
])('%j', async (args, sentence) => {
  const said = await say(args);
  expect(said).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining(sentence) });
  expect(said.stderr.trim().split('\n')).toHaveLength(1);
});
