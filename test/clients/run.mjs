// `npm run test:clients`: each client does all operations against a real server; the table goes to test/CLIENTS.md.
// run.mjs NUMBERS [DRIVER ...]: how many passed and failed goes to the file NUMBERS; with drivers, only those run and
// the table stays.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLIENTS, OPERATIONS } from './operations.mjs';
import { makeSite, serveCopy } from './server.mjs';
import { tableOf } from './table.mjs';

const here = import.meta.dirname;
const [numbers, ...only] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'polydesk-clients-'));
try {
  const results = await runAll();
  if (only.length === 0) writeFileSync(join(here, '../CLIENTS.md'), tableOf(results));
  const all = results.flatMap(({ name, rows }) => rows.map((row) => ({ ...row, client: name })));
  const failed = all.filter((row) => row.fault);
  const passed = all.filter((row) => !row.fault && !row.without).length;
  for (const { client, name, fault } of failed) process.stdout.write(`${client}: ${OPERATIONS[name]}\n${fault}\n\n`);
  process.stdout.write(`Client libraries: ${passed} operations passed, ${failed.length} failed\n`);
  writeFileSync(numbers, JSON.stringify({ passed, failed: failed.length }));
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** All side by side, each against a server with a copy of the same site. */
async function runAll() {
  const file = await makeSite(folder);
  const names = Object.keys(CLIENTS).filter((name) => only.length === 0 || only.includes(CLIENTS[name]));
  return Promise.all(names.map((name) => runClient(name, file)));
}

/** All operations of one client; what it did not reach failed. */
async function runClient(name, file) {
  const driver = CLIENTS[name];
  const server = await serveCopy(folder, file, driver);
  const child = spawn(process.execPath, ['--no-deprecation', join(here, 'child.mjs'), driver], { stdio: 'pipe' });
  child.stdin.end(JSON.stringify(server));
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  clearTimeout(timer);
  await server.stop();
  const lines = said.split('\n').filter((line) => line.startsWith('{"name":'));
  const rows = lines.map((line) => JSON.parse(line));
  for (const operation of Object.keys(OPERATIONS))
    if (!rows.some((row) => row.name === operation))
      rows.push({ name: operation, fault: `not reached: ${complaints}` });
  return { name, version: versionOf(name), rows };
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8')).version;
}
