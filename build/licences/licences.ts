// Every package in the built program, with its licence: collected during the build, shown in the About box.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** One package, as the About box lists it. */
export interface Licence {
  name: string;
  version: string;
  /** Its SPDX identifier. */
  licence: string;
  /** Full licence text, with all notices. */
  text: string;
}

/** File name of the list in the folder of the built interface. */
export const LICENCES = 'licences.json';

const root = resolve(import.meta.dirname, '../..');
/** Each program writes a note of its packages: the programs are built separately, in parallel. */
const notes = join(root, '.cache/licences');

/** Part of the product without being bundled: the driver, the shell, drawings and names that became data. */
const BESIDES = ['better-sqlite3', 'electron', 'flag-icons'];
/** Helper code of the build tools in built programs. */
const OF_TOOLS = { '\0vite/': 'vite', '\0rolldown/': 'rolldown' };
/** Published without a file for the licence they name; two have it in their README. */
const FORGOTTEN = ['saxes', 'agent-base', 'https-proxy-agent'];
const TEXT_FILE = /^(licen[cs]e|copying|notice)/i;
/** After this line, Vite lists the licences of its own dependencies. */
const REST_OF_VITE = '# Licenses of bundled dependencies';

/** Records which packages end up in a program. Tree-shaken modules do not count. */
export function noteLicences(): Plugin {
  return {
    name: 'polydesk-licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const folders = [...new Set(chunks.flatMap((id) => packageOf(id) ?? []))].toSorted();
      mkdirSync(notes, { recursive: true });
      writeFileSync(join(notes, `${this.environment.name}.json`), JSON.stringify(folders));
    },
  };
}

/** Writes the list for these programs into the folder of the built interface. Fields missing in a package are empty. */
export function writeLicences(programs: readonly string[], folder: string): void {
  const noted = programs.flatMap((name) => JSON.parse(readFileSync(join(notes, `${name}.json`), 'utf8')) as string[]);
  const folders = new Set([...noted, ...BESIDES.map((name) => join(root, 'node_modules', name))]);
  const list = [...[...folders].map(readLicence), ...withoutPackage()];
  const byName = new Map(list.map((each) => [`${each.name} ${each.version}`, each]));
  const packages = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(join(folder, LICENCES), `${JSON.stringify({ version: manifestOf(root).version, packages })}\n`);
}

/** The package folder of a module. */
function packageOf(id: string): string | undefined {
  const tool = Object.entries(OF_TOOLS).find(([begin]) => id.startsWith(begin));
  if (tool) return join(root, 'node_modules', tool[1]);
  const found = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'));
  return found?.[1];
}

/** A package without licence information keeps empty fields: the check of the packaged program rejects it, not every build. */
function readLicence(folder: string): Licence {
  const { name, version, license, licenses } = manifestOf(folder);
  const files = readdirSync(folder).filter((file) => TEXT_FILE.test(file));
  const own = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const all = own.length === 0 && FORGOTTEN.includes(name) ? [textOf(name)] : own;
  const text = all.join('\n\n').split(REST_OF_VITE)[0]?.trim() ?? '';
  const said = license ?? licenses?.map(({ type }) => type).join(' OR ');
  return { name, version, licence: said ?? (text.startsWith('MIT License') ? 'MIT' : ''), text };
}

/** A licence text stored next to this file. */
function textOf(name: string): string {
  return readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8').trim();
}

/** Components that are not packages. */
function withoutPackage(): Licence[] {
  const version = process.versions['cldr'] ?? '';
  const names = { name: 'Unicode CLDR', version, licence: 'Unicode-3.0', text: textOf('unicode') };
  const sqlite =
    'SQLite is in the public domain: its authors gave up all rights to it. https://sqlite.org/copyright.html';
  return [names, { name: 'SQLite', version: '', licence: 'blessing', text: sqlite }];
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  /** The deprecated form of `license`. */
  licenses?: { type: string }[];
}

function manifestOf(folder: string): Manifest {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${folder} is no package`);
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
