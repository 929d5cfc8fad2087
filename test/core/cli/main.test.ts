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
  [[], 'Say what to do. See: polydesk --help'],
  [['frobnicate'], 'There is no command "frobnicate". See: polydesk --help'],
  [['constructor'], 'There is no command "constructor".'],
  [['--frob'], 'There is no option --frob here.'],
  [['serve'], 'Say which site: the path of its file. See: polydesk serve --help'],
  [['serve', 'a', 'b'], '"b" is one word too many.'],
  [['serve', 'a', '--site', 'b'], '"a" is one word too many'],
  [['serve', 'a', '--frob'], 'There is no option --frob here. See: polydesk serve --help'],
  [['serve', 'a', '-x'], 'There is no option -x here.'],
  [['serve', 'a', '--port'], 'The option --port needs a value.'],
  [['serve', 'a', '--port', '65536'], '"65536" is no port'],
  [['serve', 'a', '--port', '-1'], 'The option --port needs a value.'],
  [['serve', 'a', '--port='], '"" is no port'],
  [['serve', 'a', '--json=yes'], 'The option --json takes no value.'],
  [['serve', 'a', '--edition', 'pro'], 'extended, standard'],
  [['start', 'a', 'b'], '"b" is one word too many.'],
  [['token'], 'Say which site'],
  [['token', 'a'], 'add, list or revoke'],
  [['token', 'a', 'make'], 'choose one of add, list, revoke'],
  [['token', 'a', 'list', 'b'], '"b" is one word too many.'],
  [['token', 'a', 'add', 'b', 'c'], '"c" is one word too many.'],
  [['token', 'a', 'add'], 'Say the name'],
  [['token', 'a', 'add', 'x'], '--role'],
  [['token', 'a', 'add', 'x', '--role', 'boss'], '"boss" is no role'],
  [['token', 'a', 'revoke'], 'Say the name'],
  [['undo'], 'Say which site'],
  [['undo', 'a', 'x'], '"x" is no number of an entry.'],
  [['undo', 'a', '0'], '"0" is no number of an entry.'],
  [['backup'], 'Say which site'],
])('%j', async (args, sentence) => {
  const said = await say(args);
  expect(said).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining(sentence) });
  expect(said.stderr.trim().split('\n')).toHaveLength(1);
});
