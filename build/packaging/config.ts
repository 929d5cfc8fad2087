// What electron-builder makes of the built program: one unpacked folder, and from it the packages of each system.
import type { AfterPackContext, Configuration } from 'electron-builder';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where what this folder writes is kept; nothing of it belongs into the repository. */
export const CACHE = '.cache/packaging';
/** Icons, written by `icons.ts` before each build. */
export const RESOURCES = `${CACHE}/resources`;

/** The doors of Electron that stay shut whatever a command line or the environment says (E11). */
export const FUSES = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  grantFileProtocolExtraPrivileges: false,
  loadBrowserProcessSpecificV8Snapshot: false,
  enableCookieEncryption: true,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
} satisfies Configuration['electronFuses'];

/** Every file that may be in the archive; the rest of the folder is not looked at. No maps: the sources are public. */
const FILES = [
  'package.json',
  'LICENSE',
  'dist/{main,worker,reader}/*.js',
  'dist/preload/preload.cjs',
  'dist/renderer/**',
  '!**/*.map',
  // One package is not bundled, and of it only what runs on the system the package is for.
  '!node_modules/!(better-sqlite3)/**',
  '!node_modules/@*/**',
  '!node_modules/better-sqlite3/{deps,src}/**',
  '!node_modules/better-sqlite3/{binding.gyp,README.md}',
  '!node_modules/better-sqlite3/lib/{darwin,linux,linuxmusl,win32}-*.js',
  '!node_modules/better-sqlite3/prebuilds/*',
  'node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node',
];

/** The configuration, whole. No address to publish at and no updater: nothing goes out on its own (E13). */
export const config: Configuration = {
  appId: 'invalid.polydesk.desktop',
  productName: 'Polydesk',
  copyright: 'Polydesk contributors',
  directories: { output: 'release', buildResources: RESOURCES },
  files: FILES,
  // Outside the archive is what the system itself loads, and nothing else: the archive is what is checked at a start (E12).
  asar: { smartUnpack: false },
  asarUnpack: ['**/*.node'],
  electronFuses: { ...FUSES, resetAdHocDarwinSignature: true },
  npmRebuild: false,
  publish: null,
  // The name Linux desktops know the running window by. Packages of Debian must name an address.
  extraMetadata: { desktopName: 'polydesk.desktop', homepage: 'https://polydesk.invalid' },
  fileAssociations: [
    {
      ext: 'polydesk',
      name: 'Polydesk site',
      description: 'Polydesk site',
      mimeType: 'application/vnd.polydesk.site',
      role: 'Editor',
    },
  ],
  // Links to a place of a site: macOS and Linux learn it here, Windows from the program itself.
  protocols: [{ name: 'Polydesk link', schemes: ['polydesk'], role: 'Editor' }],
  // "maximum" would mean xz in AppImage, and half a minute for every start.
  compression: 'normal',
  linux: {
    target: ['AppImage', 'deb'],
    executableName: 'polydesk',
    syncDesktopName: true,
    icon: 'icons',
    category: 'Office',
    synopsis: 'Multilingual sites, offline',
    maintainer: 'Polydesk contributors <contributors@polydesk.invalid>',
    desktop: { entry: { Keywords: 'translation;languages;multilingual;website;', StartupNotify: 'true' } },
  },
  // The runtime of 1.0.3 needs no FUSE 2, which new systems no longer bring.
  toolsets: { appimage: '1.0.3' },
  appImage: { compression: 'zstd' },
  deb: { compression: 'xz', packageCategory: 'text', priority: 'optional' },
  win: { target: ['nsis'], icon: 'icon.ico' },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    // Sites are the user's own.
    deleteAppDataOnUninstall: false,
    // Both serve an updater only.
    differentialPackage: false,
    packElevateHelper: false,
  },
  mac: {
    target: ['dmg'],
    icon: 'icon.icns',
    category: 'public.app-category.productivity',
    darkModeSupport: true,
    hardenedRuntime: true,
    gatekeeperAssess: false,
  },
  dmg: { writeUpdateInfo: false },
};

/** A copy to build with: electron-builder rewrites what it is given. */
export function buildConfig(): Configuration {
  return { ...structuredClone(config), afterPack: removeStarter };
}

/** Electron's own first page, and a note of its version: electron-builder leaves them where Electron was there already. */
export function removeStarter({ appOutDir, packager }: AfterPackContext): void {
  const resources = packager.getResourcesDir(appOutDir);
  for (const file of [join(resources, 'default_app.asar'), join(appOutDir, 'version')]) rmSync(file, { force: true });
}
