// The import rules as data, and one function that checks every source against them. The rules are those of the map of the code; a
// new folder needs a row here before it can be used.
import { posix } from 'node:path';
import { findCycles } from './cycles.ts';
import { readSource } from './source.ts';
import type { Import, Source } from './source.ts';

export interface SourceText {
  /** From the project folder, with slashes: `core/store/content/posts.ts`. */
  path: string;
  text: string;
}

const LONGEST_FILE = 400;
/** A folder with more files directly in it is a floor, not a room. */
const FULLEST_ROOM = 25;

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
  'node-http',
  'threads',
  'units',
  'data',
  'site',
  'store',
  'domain',
  'json',
  'rest',
  'routes',
  'transfer',
  'preview',
  'jobs',
  'live',
  'translate',
  'server',
  'engine',
];

export const zones: Zone[] = [
  { name: 'leaf', holds: ['core/types.ts', 'core/errors.ts', 'core/schema/'], uses: ['units'], node: false },
  { name: 'units', holds: ['core/units/'], uses: [], node: false },
  { name: 'node-http', holds: ['core/node-http.ts'], uses: [] },
  { name: 'threads', holds: ['core/threads.ts'], uses: [] },
  { name: 'data', holds: ['core/data/'], uses: ['leaf'] },
  { name: 'site', holds: ['core/site.ts'], uses: ['leaf', 'store'] },
  { name: 'store', holds: ['core/store/'], uses: ['leaf', 'data'] },
  { name: 'domain', holds: ['core/domain/'], uses: ['leaf', 'units', 'data', 'site', 'store'] },
  // Read by the local server, the window's IPC and the live site.
  { name: 'json', holds: ['core/rest/json.ts'], uses: ['leaf'] },
  { name: 'rest', holds: ['core/rest/'], uses: ['leaf'], usesTypesOf: ['site'] },
  { name: 'wire', holds: ['core/routes/wire.ts'], uses: [], usesTypesOf: ['routes', 'rest'] },
  {
    name: 'routes',
    holds: ['core/routes/'],
    uses: ['leaf', 'site', 'domain', 'rest', 'jobs', 'transfer', 'live', 'preview'],
  },
  { name: 'preview', holds: ['core/preview/'], uses: ['leaf', 'units', 'site', 'store', 'domain'] },
  {
    name: 'transfer',
    holds: ['core/transfer/'],
    uses: ['leaf', 'threads', 'units', 'data', 'site', 'store', 'domain'],
  },
  {
    name: 'live',
    holds: ['core/live/'],
    uses: ['leaf', 'node-http', 'units', 'data', 'site', 'store', 'domain', 'json', 'transfer'],
  },
  { name: 'translate', holds: ['core/translate/'], uses: ['leaf', 'units', 'domain'] },
  {
    name: 'jobs',
    holds: ['core/jobs/'],
    uses: ['leaf', 'threads', 'site', 'store', 'domain', 'transfer', 'live', 'preview'],
  },
  { name: 'server', holds: ['core/server/'], uses: everyCoreZone },
  {
    name: 'engine',
    holds: ['core/engine/'],
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
    uses: ['commands', 'leaf', 'json', 'engine', 'site', 'server', 'transfer', 'translate', 'jobs', 'cli'],
  },
  { name: 'renderer', holds: ['renderer/'], uses: ['leaf', 'units'], usesTypesOf: ['commands', 'wire'], node: false },
];

/** A screen that may use the folder of another, and why. */
const screenLoans: Record<string, string> = {
  // The screen that holds the editor and loads it.
  edit: 'editor',
  // Machine translation of a selection writes through the editor, loaded with the first press.
  content: 'editor',
};

/** The one place that starts another program: one of ours, to check a file. */
const starters = ['core/server/host/check-process.ts'];
/** The local server, and the one place that talks to a live site. */
const network = ['core/server/', 'core/live/remote.ts'];
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
  // The address of a live site is judged before anything is sent to it.
  'node:net': [...network, 'core/live/address.ts'],
  'node:tls': network,
  'node:dgram': network,
  // Gives the pattern of a person its time limit; no code of anybody runs there.
  'node:vm': ['core/domain/replace/replacer.ts'],
  'node:child_process': starters,
};
const leafPackages = ['valibot', '@noble/hashes'];

interface BannedWord {
  word: string;
  pattern: RegExp;
  /** Where it is banned; everywhere when left out. */
  within?: string[];
  /** The one place that may. */
  but?: string[];
}

/** What runs in the page. Its types reach Node's through those of the shell, so that the compiler alone does not see it. */
const inPage = ['renderer/', 'core/units/', 'core/schema/'];

export const bannedWords: BannedWord[] = [
  ...['process', 'Buffer'].map((word) => ({
    word,
    pattern: new RegExp(`(?<![\\w.$'"-])${word}\\.\\w`),
    within: inPage,
  })),
  { word: 'setImmediate', pattern: /(?<![\w.])setImmediate\s*\(/, within: inPage },
  {
    word: 'fetch',
    pattern: /(?<![.\w])fetch\s*\(|\b(?:globalThis|window)\.fetch\b/,
    but: ['core/transfer/remote.ts', 'renderer/lib/api/api.ts'],
  },
  {
    // What is said is known by its code: a sentence is made at the edge, and never read back.
    word: 'a pattern over an English sentence',
    pattern: /(?<=[[(,=:!&|?{;]\s*)\/\^?(?:\((?:\?:)?)?[A-Z][a-z]+(?:\|[A-Z][a-z]+)*\)? (?![*/])[^/\n]+\/[a-z]*/,
    within: ['renderer/'],
  },
  // What is special about an address its endpoint says, in its traits.
  { word: 'a pattern of addresses', pattern: /\\\/v\d/, but: ['core/rest/path.ts'] },
  { word: '{@html', pattern: /\{@html/ },
  { word: 'innerHTML', pattern: /\binnerHTML\b/ },
  { word: 'outerHTML', pattern: /\bouterHTML\b/ },
  { word: 'insertAdjacentHTML', pattern: /\binsertAdjacentHTML\b/ },
  { word: 'document.write', pattern: /\bdocument\s*\.\s*write/ },
  { word: 'any', pattern: /(?:[:<,|&(=]|\bas)\s*any\s*(?:[;,)>|&=\]}]|\[\]|\n)/ },
  { word: 'eval', pattern: /\beval\s*\(/ },
  { word: 'new Function', pattern: /\bFunction\s*\(/ },
  { word: 'executeJavaScript', pattern: /\bexecuteJavaScript\b/ },
  { word: 'shell.openPath', pattern: /\bopenPath\b/ },
  // By `import` it takes more memory: `core/node-http.ts` says why.
  { word: 'node:http', pattern: /import (?!type\b)[^;]*['"]node:http['"]/, within: ['core/', 'electron/'] },
  { word: 'child_process', pattern: /\bchild_process\b/, but: starters },
  { word: 'webSecurity: false', pattern: /\bwebSecurity\b['"]?\s*:\s*false/ },
  // The preview of the finished site is opened in the browser, on this computer.
  { word: 'http:', pattern: /['"`]http:/, within: ['electron/', 'renderer/'], but: ['electron/security/external.ts'] },
];

/** Every breach of the rules, as a sentence that begins with the file; nothing when all is well. */
export function findBreaches(files: SourceText[]): string[] {
  const long = files.filter(isSource).flatMap(tooLong);
  const product = files.filter(({ path }) => /^(core|electron|renderer)\//.test(path));
  const sources = product.filter(isSource).map(readSource);
  return [...long, ...fullRooms(files), ...sources.flatMap(breachesIn), ...findCycles(sources)];
}

const isSource = ({ path }: SourceText): boolean => /\.(ts|mjs|svelte)$/.test(path);

/** Files of every kind count that the caller hands in: a README, styles and data are found in the same list. */
function fullRooms(all: SourceText[]): string[] {
  const rooms = Map.groupBy(all, ({ path }) => posix.dirname(path));
  return [...rooms].flatMap(([room, files]) =>
    files.length > FULLEST_ROOM ? [`${room} holds ${files.length} files; the most is ${FULLEST_ROOM}`] : [],
  );
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
  const stranger = strangerOf(path, target);
  if (stranger) return `imports ${target}: ${stranger}`;
  return allowed.includes(other.name) ? undefined : `imports ${target}: ${zone.name} may not use ${other.name}`;
}

/** What is wrong with an import into the folder of a screen: of another one, or of what screens are made of. */
function strangerOf(path: string, target: string): string | undefined {
  const screenOf = (file: string) => /^renderer\/screens\/([^/]+)\//.exec(file)?.[1];
  const [from, to] = [screenOf(path), screenOf(target)];
  if (to === undefined || from === to) return undefined;
  if (from !== undefined) return screenLoans[from] === to ? undefined : `${from} may not use the screen ${to}`;
  return /^renderer\/(history|matrix|ui)\//.test(path)
    ? `${posix.dirname(path)} may not use the screen ${to}`
    : undefined;
}

function checkPackage(zone: Zone, path: string, from: string): string | undefined {
  const [first = '', second = ''] = from.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  const homes = Object.hasOwn(packageHomes, name) ? packageHomes[name] : undefined;
  const isAway = homes && !isWithin(path, homes);
  const isStrange = ['leaf', 'units'].includes(zone.name) && !leafPackages.includes(name);
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
