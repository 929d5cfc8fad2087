// `package:dir`: the unpacked program. `package`: the installable packages, for this system or those named.
import { build } from 'electron-builder';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildConfig, RESOURCES } from './config.ts';
import { writeIcons } from './icons.ts';
import { electronFolder, packFake, packUnpacked, requireBuild, root } from './unpacked.ts';

const USAGE = `package.ts dir [--fake]                 the unpacked program in release/
package.ts installers [linux] [win] [mac]   what people install; this system unless named; needs the internet
`;
/** As on the command line: wrong use. */
const EXIT_USAGE = 64;

const [task, ...words] = process.argv.slice(2);
try {
  if (task === 'dir') await makeUnpacked(words);
  else if (task === 'installers') await makeInstallers(words);
  else fail(USAGE, EXIT_USAGE);
} catch (error) {
  fail(`The program could not be packed: ${error instanceof Error ? error.message : String(error)}\n`, 1);
}

async function makeUnpacked(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { fake: { type: 'boolean', default: false } } });
  const output = join(root, 'release');
  const electron = values.fake ? undefined : electronFolder();
  const folder = electron ? await packUnpacked(output, electron) : await packFake(output);
  const note = electron ? '' : ' It is packed around a generated Electron: it can be looked at, not started.';
  process.stdout.write(`The unpacked program is in ${folder}.${note}\n`);
}

async function makeInstallers(names: string[]): Promise<void> {
  const systems = ['linux', 'win', 'mac'];
  const unknown = names.filter((name) => !systems.includes(name));
  if (unknown.length > 0) return fail(`There is no system ${unknown.join(', ')}.\n${USAGE}`, EXIT_USAGE);
  requireBuild();
  writeIcons(root, join(root, RESOURCES));
  const own = { win32: 'win', darwin: 'mac' }[process.platform as string] ?? 'linux';
  const wanted = names.length > 0 ? names : [own];
  const targets = Object.fromEntries(systems.filter((name) => wanted.includes(name)).map((name) => [name, []]));
  const files = await build({ projectDir: root, ...targets, publish: 'never', config: buildConfig() });
  process.stdout.write(`${files.join('\n')}\n`);
}

function fail(text: string, code: number): void {
  process.stderr.write(text);
  process.exitCode = code;
}
