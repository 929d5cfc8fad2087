// A password typed at a terminal, played by script(1): it is not shown.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOURCES } from '../../support/program.ts';

const PASSWORD = 'abcd EFGH ijkl MNOP';
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

let folder: string;
let server: Server;
const sent: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-typed-'));
  server = createServer((req, res) => {
    sent.push(req.headers.authorization ?? '');
    res.writeHead(401, { 'content-type': 'application/json' }).end('{"code": "incorrect_password"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command at a terminal, types a line once it has said something, and returns all that the terminal showed. */
async function typeInto(command: string, line: string): Promise<string> {
  const env = { ...process.env, POLYDESK_DATA: folder, POLYDESK_LIVE_PASSWORD: '', XDG_RUNTIME_DIR: folder };
  const child = spawn('script', ['-qec', command, '/dev/null'], { env });
  let shown = '';
  child.stdout.on('data', (part: Buffer) => {
    if (shown === '') child.stdin.write(`${line}\r`);
    shown += part.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  return `${shown}\nended with ${code}`;
}

test.runIf(hasTerminal)('a password typed at a terminal is used, and not shown', async () => {
  const { port } = server.address() as AddressInfo;
  const connect = `${process.execPath} ${SOURCES} connect ${join(folder, 'site.polydesk')} http://127.0.0.1:${port} --user admin`;
  const shown = await typeInto(connect, PASSWORD);
  expect(shown).toContain('ended with 77');
  expect(shown).not.toContain(PASSWORD.slice(0, 9));
  expect(sent).toContain(`Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`);
  // Control: a terminal shows what is typed.
  const echoed = await typeInto(
    `${process.execPath} -e "console.log(1); process.stdin.once('data', () => process.exit())"`,
    PASSWORD,
  );
  expect(echoed).toContain(PASSWORD);
});
