// A folder shaped like an unpacked Electron for Linux, for inspecting the packaging result; it cannot be started.
import { createPackage } from '@electron/asar';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sentinel by which tools find the fuses in Electron's executable. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Electron's default fuses: "1" on, "0" off, in the order of its documentation. */
const FACTORY_FUSES = '101100011';
const FILES = ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'chrome_crashpad_handler', 'locales/en-US.pak'];

/** Recreates the folder. `version`: the Electron version it pretends to be. */
export async function writeFakeElectron(folder: string, version: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const inside of ['locales', 'resources', 'app']) mkdirSync(join(folder, inside), { recursive: true });
  writeFileSync(join(folder, 'electron'), executable());
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), version);
  for (const file of FILES) writeFileSync(join(folder, file), '');
  writeFileSync(join(folder, 'app/package.json'), '{}');
  await createPackage(join(folder, 'app'), join(folder, 'resources/default_app.asar'));
  rmSync(join(folder, 'app'), { recursive: true });
}

/** A shell script identifying itself, followed by the fuse wire. */
function executable(): Buffer {
  const script =
    '#!/bin/sh\necho "This Polydesk was packed around a generated Electron and cannot run." >&2\nexit 69\n# ';
  const wire = Buffer.concat([Buffer.from([1, FACTORY_FUSES.length]), Buffer.from(FACTORY_FUSES)]);
  return Buffer.concat([Buffer.from(`${script}${SENTINEL}`), wire, Buffer.from('\n')]);
}
