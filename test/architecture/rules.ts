// Who may import whom, as data, and one function that reads every source against it.
// The rules are those of the map of the code; a new folder needs a row here before it can be used.
import { posix } from 'node:path';
import { findCycles } from './cycles.ts';
import { readSource } from './source.ts';
import type { Import, Source } from './source.ts';

export interface SourceText {
  /** From the project folder, with slashes: `core/store/posts.ts`. */
  path: string;
  text: string;
}

const LONGEST_FILE = 400;

interface Zone {
  name: string;
  /** A file, or a folder with its final slash. The first zone that fits counts. */
  holds: string[];
  /** Names of zones whose files it may use. Its own files it always may. */
  uses: string[];
  /** Zones of which it may use the types, but nothing that runs. */
  usesTypesOf?: string[];
  /** false: runs in the page too, so nothing of Node. */
  node?: false;
}

const everyCoreZone = [
  'leaf',
  'data',
  'site',
  'store',
  'domain',
  'rest',
  'routes',
  'transfer',
  'jobs',
  'translate',
  'server',
  'engine',
];

export const zones: Zone[] = [
  { name: 'leaf', holds: ['core/types.ts', 'core/errors.ts', 'core/schema/'], uses: [], node: false },
  { name: 'data', holds: ['core/data/'], uses: ['leaf'] },
  { name: 'site', holds: ['core/site.ts'], uses: ['leaf', 'store'] },
  { name: 'store', holds: ['core/store/'], uses: ['leaf', 'data'] },
  { name: 'domain', holds: ['core/domain/'], uses: ['leaf', 'data', 'site', 'store'] },
  { name: 'rest', holds: ['core/rest/'], uses: ['leaf'], usesTypesOf: ['site'] },
  { name: 'routes', holds: ['core/routes/'], uses: ['leaf', 'site', 'domain', 'rest'], usesTypesOf: ['jobs'] },
  { name: 'transfer', holds: ['core/transfer/'], uses: ['leaf', 'data', 'site', 'store', 'domain'] },
  { name: 'translate', holds: ['core/translate/'], uses: ['leaf', 'domain'] },
  { name: 'jobs', holds: ['core/jobs/'], uses: ['leaf', 'site', 'store', 'domain', 'transfer'] },
  { name: 'server', holds: ['core/server/'], uses: everyCoreZone },
  {
    name: 'engine',
    holds: ['core/engine.ts', 'core/errands.ts', 'core/secret-keeper.ts', 'core/publisher.ts', 'core/reader/'],
    uses: everyCoreZone,
  },
  { name: 'cli', holds: ['core/cli.ts', 'core/cli/'], uses: everyCoreZone },
  {
    name: 'commands',
    holds: ['electron/commands.ts'],
    uses: ['shell', 'leaf', 'engine', 'site', 'server', 'transfer'],
  },
  {
    name: 'shell',
    holds: ['electron/'],
    uses: ['commands', 'leaf', 'engine', 'site', 'server', 'transfer', 'translate'],
  },
  { name: 'renderer', holds: ['renderer/'], uses: ['leaf'], usesTypesOf: ['commands'], node: false },
];

const network = ['core/server/'];
/** Packages that belong to one place. What is not named here may be used by any zone that may use packages. */
const packageHomes: Record<string, string[]> = {
  electron: ['electron/'],
  'electron-store': ['electron/'],
  'better-sqlite3': ['core/store/', 'core/site.ts'],
  qs: ['core/rest/', 'core/server/'],
  saxes: ['core/transfer/'],
  busboy: ['core/server/'],
  'deepl-node': ['core/translate/'],
  'node:http': network,
  'node:https': network,
  'node:http2': network,
  'node:net': network,
  'node:tls': network,
  'node:dgram': network,
  'node:vm': [],
  'node:child_process': [],
};
const leafPackages = ['valibot'];

interface BannedWord {
  word: string;
  pattern: RegExp;
  /** Where it is banned; everywhere when left out. */
  within?: string[];
  /** The one place that may. */
  but?: string[];
}

export const bannedWords: BannedWord[] = [
  {
    word: 'fetch',
    pattern: /(?<![.\w])fetch\s*\(|\b(?:globalThis|window)\.fetch\b/,
    but: ['core/transfer/remote.ts', 'renderer/lib/api.ts'],
  },
  { word: '{@html', pattern: /\{@html/ },
  { word: 'innerHTML', pattern: /\binnerHTML\b/ },
  { word: 'outerHTML', pattern: /\bouterHTML\b/ },
  { word: 'insertAdjacentHTML', pattern: /\binsertAdjacentHTML\b/ },
  { word: 'document.write', pattern: /\bdocument\s*\.\s*write/ },
  { word: 'eval', pattern: /\beval\s*\(/ },
  { word: 'new Function', pattern: /\bFunction\s*\(/ },
  { word: 'executeJavaScript', pattern: /\bexecuteJavaScript\b/ },
  { word: 'shell.openPath', pattern: /\bopenPath\b/ },
  { word: 'child_process', pattern: /\bchild_process\b/ },
  { word: 'webSecurity: false', pattern: /\bwebSecurity\b['"]?\s*:\s*false/ },
  { word: 'http:', pattern: /['"`]http:/, within: ['electron/', 'renderer/'] },
];

/** Every breach of the rules, as a sentence that begins with the file; nothing when all is well. */
export function findBreaches(files: SourceText[]): string[] {
  const long = files.flatMap(tooLong);
  const sources = files.filter((file) => /^(core|electron|renderer)\//.test(file.path)).map(readSource);
  return [...long, ...sources.flatMap(breachesIn), ...findCycles(sources)];
}

function tooLong({ path, text }: SourceText): string[] {
  const lines = text.split('\n').length - 1;
  return lines > LONGEST_FILE ? [`${path} has ${lines} lines; the most is ${LONGEST_FILE}`] : [];
}

function breachesIn(source: Source): string[] {
  const zone = zoneOf(source.path);
  if (!zone) return [`${source.path} has no place in the map of the code`];
  const imports = source.imports.flatMap((each) => checkImport(zone, source.path, each) ?? []);
  const words = bannedWords.flatMap((each) => checkWord(each, source) ?? []);
  return [...imports, ...words].map((sentence) => `${source.path} ${sentence}`);
}

function checkImport(zone: Zone, path: string, { from, isType }: Import): string | undefined {
  if (!from.startsWith('.')) return checkPackage(zone, path, from);
  if (!/\.(ts|svelte|json|css|svg)(\?\w+)?$/.test(from)) return `imports ${from} without its ending`;
  const target = posix.join(posix.dirname(path), from);
  const other = zoneOf(target);
  if (!other) return `imports ${target}, which is outside the product`;
  const allowed = [zone.name, ...zone.uses, ...(isType ? (zone.usesTypesOf ?? []) : [])];
  if (zone.name === 'renderer' && target === 'core/types.ts' && !isType) return `imports more than types of ${target}`;
  return allowed.includes(other.name) ? undefined : `imports ${target}: ${zone.name} may not use ${other.name}`;
}

function checkPackage(zone: Zone, path: string, from: string): string | undefined {
  const [first = '', second = ''] = from.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  const homes = Object.hasOwn(packageHomes, name) ? packageHomes[name] : undefined;
  const isAway = homes && !isWithin(path, homes);
  const isStrange = zone.name === 'leaf' && !leafPackages.includes(name);
  const isNode = zone.node === false && name.startsWith('node:');
  return isAway || isStrange || isNode ? `imports ${from}: not here` : undefined;
}

function checkWord({ word, pattern, within, but }: BannedWord, source: Source): string | undefined {
  if (within && !isWithin(source.path, within)) return undefined;
  if (but && isWithin(source.path, but)) return undefined;
  return pattern.test(source.code) ? `has ${word}` : undefined;
}

function zoneOf(path: string): Zone | undefined {
  return zones.find((zone) => isWithin(path, zone.holds));
}

function isWithin(path: string, places: string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}
