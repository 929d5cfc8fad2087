// `npm run test:clients`: each client does all operations against a real server, then clients are generated from openapi.json and
// static sites built; what they can do goes to test/CLIENTS.md.
// run.mjs NUMBERS [NAME ...]: how many passed and failed goes to the file NUMBERS; with names of drivers, generators or
// builders only those run, and the page stays.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLIENTS, OPERATIONS } from './operations.mjs';
import { GENERATED } from './generated.mjs';
import { importSite, makeSite, serveCopy } from './server.mjs';
import { SITES } from './sites.mjs';
import { pageOf } from './table.mjs';

const here = import.meta.dirname;
const [numbers, ...only] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'polydesk-clients-'));
try {
  const libraries = await runAll();
  const builds = await buildAll();
  if (only.length === 0) writeFileSync(join(here, '../CLIENTS.md'), pageOf(libraries, builds));
  const all = [
    ...libraries.flatMap(({ name, rows }) => rows.map((row) => ({ ...row, text: `${name}: ${OPERATIONS[row.name]}` }))),
    ...builds.map((row) => ({ ...row, text: `${row.name}: ${row.what}` })),
  ];
  const failed = all.filter((row) => row.fault);
  const passed = all.filter((row) => !row.fault && !row.without).length;
  for (const { text: what, fault } of failed) process.stdout.write(`${what}\n${fault}\n\n`);
  process.stdout.write(`Client libraries: ${passed} operations passed, ${failed.length} failed\n`);
  writeFileSync(numbers, JSON.stringify({ passed, failed: failed.length }));
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Generated clients and static sites, one after the other: each has the processors to itself. */
async function buildAll() {
  const builds = Object.entries({ ...GENERATED, ...SITES }).filter(
    ([name]) => only.length === 0 || only.includes(name),
  );
  const file = builds.length > 0 ? await importSite(folder) : '';
  const done = [];
  for (const [name, build] of builds) {
    const part = name.replace(/\W+/g, '-');
    const server = await serveCopy(folder, file, part);
    const work = join(folder, part, 'work');
    mkdirSync(work);
    const fault = await faultOf(() => build.run(server, work));
    await server.stop();
    done.push({ name, version: versionOf(name), what: build.what, fault });
  }
  return done;
}

async function faultOf(work) {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error.stack;
  }
}

/** All side by side, each against a server with a copy of the same site. */
async function runAll() {
  const names = Object.keys(CLIENTS).filter((name) => only.length === 0 || only.includes(CLIENTS[name]));
  const file = names.length > 0 ? await makeSite(folder) : '';
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
