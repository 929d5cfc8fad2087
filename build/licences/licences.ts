// Every package that is in the built program, with its licence: collected while it is built, shown in the About box.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** One package, as the About box lists it. */
export interface Licence {
  name: string;
  version: string;
  /** Its short name in the list of SPDX. */
  licence: string;
  /** In full, with every notice that belongs to it. */
  text: string;
}

/** Where the list stands, in the folder of the built interface. */
export const LICENCES = 'licences.json';

const root = resolve(import.meta.dirname, '../..');
/** Each program leaves a note of the packages in it: the programs are built by themselves, side by side. */
const notes = join(root, '.cache/licences');

/** In the product without being bundled: the driver, the shell, drawings and names that became data. */
const BESIDES = ['better-sqlite3', 'electron', 'flag-icons'];
/** Pieces of the tools that built programs carry. */
const OF_TOOLS = { '\0vite/': 'vite', '\0rolldown/': 'rolldown' };
/** Published without a file of the licence they name; of two it stands in their README. */
const FORGOTTEN = ['saxes', 'agent-base', 'https-proxy-agent'];
const TEXT_FILE = /^(licen[cs]e|copying|notice)/i;
/** Behind this line, Vite lists what its own tools are made of. */
const REST_OF_VITE = '# Licenses of bundled dependencies';

/** Notes which packages end up in a program. Modules that were dropped on the way do not count. */
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

/** Writes the list for these programs into the folder of the built interface. Fields that a package does not give are empty. */
export function writeLicences(programs: readonly string[], folder: string): void {
  const noted = programs.flatMap((name) => JSON.parse(readFileSync(join(notes, `${name}.json`), 'utf8')) as string[]);
  const folders = new Set([...noted, ...BESIDES.map((name) => join(root, 'node_modules', name))]);
  const list = [...[...folders].map(readLicence), ...withoutPackage()];
  const byName = new Map(list.map((each) => [`${each.name} ${each.version}`, each]));
  const packages = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(join(folder, LICENCES), `${JSON.stringify({ version: manifestOf(root).version, packages })}\n`);
}

/** The folder of the package that a module is part of. */
function packageOf(id: string): string | undefined {
  const tool = Object.entries(OF_TOOLS).find(([begin]) => id.startsWith(begin));
  if (tool) return join(root, 'node_modules', tool[1]);
  const found = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'));
  return found?.[1];
}

/** A package that says nothing keeps empty fields: the check of the packed program refuses it, not every build. */
function readLicence(folder: string): Licence {
  const { name, version, license, licenses } = manifestOf(folder);
  const files = readdirSync(folder).filter((file) => TEXT_FILE.test(file));
  const own = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const all = own.length === 0 && FORGOTTEN.includes(name) ? [textOf(name)] : own;
  const text = all.join('\n\n').split(REST_OF_VITE)[0]?.trim() ?? '';
  const said = license ?? licenses?.map(({ type }) => type).join(' OR ');
  return { name, version, licence: said ?? (text.startsWith('MIT License') ? 'MIT' : ''), text };
}

/** A text that is kept here, beside this file. */
function textOf(name: string): string {
  return readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8').trim();
}

/** What no package of its own stands for. */
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
  /** As packages said it long ago. */
  licenses?: { type: string }[];
}

function manifestOf(folder: string): Manifest {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${folder} is no package`);
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
