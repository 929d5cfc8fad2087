import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, '../../../core/cli/run/lifetime.ts');
const OUTPUT = '{ json: false, note: (text) => console.error(text), result: () => {} }';

/** Runs a program that waits for its end like the server, and runs `work` meanwhile. */
function run(
  close: string,
  work: string,
): Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }> {
  const source = `
    import { untilEnd } from ${JSON.stringify(MODULE)};
    const keep = setInterval(() => {}, 1000);
    const ended = untilEnd(${close}, ${OUTPUT});
    ${work}
    const code = await ended;
    console.log('closed');
    process.exit(code);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source]);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  return new Promise((done) => child.on('close', (code, signal) => done({ code, signal, stdout, stderr })));
}

const kill = (signal: string): string => `process.kill(process.pid, '${signal}');`;
const soon = 'async () => {}';
const never = '() => new Promise(() => {})';

test.each([
  { what: 'SIGTERM closes', close: soon, work: kill('SIGTERM'), code: 0 },
  { what: 'the same signal twice in a moment is one', close: soon, work: kill('SIGINT') + kill('SIGINT'), code: 0 },
  {
    what: 'a second Ctrl+C ends it at once',
    close: never,
    // Counted from when the first one came: both at once are one.
    work: `process.once('SIGINT', () => setTimeout(() => ${kill('SIGINT').replace(';', '')}, 700)); ${kill('SIGINT')}`,
    code: 130,
    stdout: '',
  },
  {
    what: 'a fault: one line, closed, 70',
    close: soon,
    work: "setTimeout(() => { throw new Error('a\\nb'); });",
    code: 70,
    stderr: /^Something went wrong inside Polydesk: a\..*safe\.\n$/,
  },
  {
    what: 'a rejection nobody waits for',
    close: soon,
    work: "void Promise.reject(new Error('a'));",
    code: 70,
    stderr: /inside Polydesk: a\./,
  },
  {
    what: 'closing that fails',
    close: "async () => { throw new Error('c'); }",
    work: kill('SIGTERM'),
    code: 70,
    stderr: /inside Polydesk: c\./,
  },
])('$what', async ({ close, work, code, stdout = 'closed\n', stderr = /^$/ }) => {
  expect(await run(close, work)).toEqual({ code, signal: null, stdout, stderr: expect.stringMatching(stderr) });
});
