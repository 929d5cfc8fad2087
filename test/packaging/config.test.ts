// The packages for each system, and their icons.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LINK_SCHEME } from '../../electron/sites/deep-link.ts';
import { config, FUSES } from '../../build/packaging/config.ts';
import { SIZES, writeIcons } from '../../build/packaging/icons.ts';
import { root } from '../../build/packaging/unpacked.ts';

test('E11: the fuses of the configuration are these, no more and no less', () => {
  expect(FUSES).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
  });
  expect(config.electronFuses).toMatchObject(FUSES);
});

test('each system gets what its people expect', () => {
  expect(config.linux?.target).toEqual(['AppImage', 'deb']);
  expect(config.win?.target).toEqual(['nsis']);
  expect(config.mac?.target).toEqual(['dmg']);
  expect(config.linux?.category).toBe('Office');
  expect(config.mac?.category).toBe('public.app-category.productivity');
});

test('files of sites open with the program', () => {
  expect(config.fileAssociations).toEqual([expect.objectContaining({ ext: 'polydesk', role: 'Editor' })]);
  expect(config.protocols).toEqual([expect.objectContaining({ schemes: [LINK_SCHEME] })]);
});

test('an AppImage is not packed with xz, which makes every start slow', () => {
  expect(config.compression).not.toBe('maximum');
  expect(config.appImage?.compression).toBe('zstd');
});

test('E13: nothing is configured for publishing or for an updater', () => {
  expect(config.publish).toBeNull();
  expect(config.nsis).toMatchObject({ differentialPackage: false, packElevateHelper: false });
  expect(config.dmg).toMatchObject({ writeUpdateInfo: false });
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
  const updaters = Object.keys(lock.packages).filter((path) =>
    /(^|\/)(electron-updater|update-electron-app)$/.test(path),
  );
  expect(updaters).toEqual([]);
});

const folder = mkdtempSync(join(tmpdir(), 'polydesk-icons-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Width and height that a PNG tells of itself. */
const sizeOf = (png: Buffer): number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('icons in every size come from the one drawing', () => {
  writeIcons(root, folder);
  for (const size of SIZES) {
    const png = readFileSync(join(folder, `icons/${size}x${size}.png`));
    expect(sizeOf(png)).toEqual([size, size]);
  }
  const ico = readFileSync(join(folder, 'icon.ico'));
  const widths = Array.from({ length: ico.readUInt16LE(4) }, (_, at) => ico.readUInt8(6 + 16 * at) || 256);
  expect(widths).toEqual(expect.arrayContaining([16, 32, 48, 256]));
  const icns = readFileSync(join(folder, 'icon.icns'));
  expect(icns.toString('latin1', 0, 4)).toBe('icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  for (const kind of ['ic07', 'ic08', 'ic09', 'ic10']) expect(icns.includes(kind, 0, 'latin1'), kind).toBe(true);
});
