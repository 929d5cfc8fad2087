// A folder shaped like an unpacked Electron for Linux. What is packed around it can be looked at; it cannot be started.
import { createPackage } from '@electron/asar';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** By these words a program finds the fuses in Electron's executable. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As Electron leaves its factory: "1" on, "0" off, in the order of its documentation. */
const FACTORY_FUSES = '101100011';
const FILES = ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'chrome_crashpad_handler', 'locales/en-US.pak'];

/** Writes the folder anew. `version`: what it pretends to be. */
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

/** A script that says what it is, with a row of fuses behind its end. */
function executable(): Buffer {
  const script =
    '#!/bin/sh\necho "This Polydesk was packed around a generated Electron and cannot run." >&2\nexit 69\n# ';
  const wire = Buffer.concat([Buffer.from([1, FACTORY_FUSES.length]), Buffer.from(FACTORY_FUSES)]);
  return Buffer.concat([Buffer.from(`${script}${SENTINEL}`), wire, Buffer.from('\n')]);
}
