import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Wanted } from './sites.ts';

const NAMES = [
  'missing',
  'text',
  'empty file',
  'damaged archive',
  'folder',
  'device',
  'pipe',
  'link to nothing',
  'file of a missing folder',
] as const;
type Name = (typeof NAMES)[number];

/** Another argument in place of a file or folder: creates it at a path, or returns its location. */
export const THINGS: Readonly<Record<Name, (path: string) => string | void>> = {
  missing: () => undefined,
  text: (path) => writeFileSync(path, 'dear diary'),
  'empty file': (path) => writeFileSync(path, ''),
  'damaged archive': (path) => writeFileSync(path, gzipSync('text'.repeat(1000)).subarray(0, 40)),
  folder: (path) => void mkdirSync(path),
  device: () => '/dev/null',
  pipe: (path) => void execFileSync('mkfifo', [path]),
  'link to nothing': (path) => symlinkSync(`${path}.gone`, path),
  'file of a missing folder': (path) => `${path}.none/file`,
};

type Answers = Readonly<Record<Name, Wanted>>;

const missing = (sentence: RegExp): Wanted => [66, 'missing', sentence];
const create = (sentence: RegExp): Wanted => [73, 'cannot_create', sentence];
const DONE: Wanted = [0, null, /./];
const all = (wanted: Wanted): Answers => Object.fromEntries(NAMES.map((name) => [name, wanted])) as Answers;

const NO_SOURCE = missing(/^The (?:file|folder) \S+ does not exist\. Nothing was changed\. Check the name\./);
/** What is read. */
const SOURCE: Answers = {
  ...all(NO_SOURCE),
  text: [1, 'polydesk_import_refused', /^(?:Line 1, column 11: )?This is not a.* Nothing was imported\.$/],
  'empty file': [1, 'refused', /is empty\. Nothing was (?:imported|changed)\.$/],
  'damaged archive': [
    1,
    'polydesk_import_refused',
    /^The file is damaged: it cannot be unpacked\. Nothing was imported\.$/,
  ],
  folder: missing(/is a folder, but not a bundle\. Nothing was changed\. Check the name\.$/),
  device: missing(/^\/dev\/null is a device, not a file\. Nothing was changed\. Check the name\.$/),
  pipe: missing(/ is a pipe, not a file\. Nothing was changed\. Check the name\.$/),
};
const isA = (kind: string): Wanted => create(new RegExp(` is ${kind}\\. Nothing was written\\. Choose another name`));
const NO_FOLDER = create(/^The folder \S+ does not exist\. Nothing was \w+\. Create it first\.$/);
/** What an export takes the place of: a file that of a file, a folder that of a folder. */
const NEVER = {
  device: isA('a device'),
  pipe: isA('a pipe'),
  'link to nothing': isA('a link'),
  'file of a missing folder': NO_FOLDER,
};
const FOLDER: Answers = {
  ...{ missing: DONE, folder: DONE },
  ...{ text: isA('a file'), 'empty file': isA('a file'), 'damaged archive': isA('a file'), ...NEVER },
};

/** What each command says to each thing. SITE, THING, FIXTURE and DIR stand for paths. */
export const OPERANDS: readonly (readonly [name: string, words: string, answers: Answers])[] = [
  ['import', 'import SITE THING', SOURCE],
  ['plan', 'plan SITE THING', SOURCE],
  ['apply', 'apply SITE THING', SOURCE],
  ['import --uploads', 'import SITE FIXTURE --preview --uploads THING', { ...all(NO_SOURCE), folder: DONE }],
  ['export', 'export SITE THING', { ...all(DONE), ...NEVER, folder: isA('a folder') }],
  ['export --format bundle', 'export SITE THING --format bundle', FOLDER],
  ['export --uploads', 'export SITE DIR/out.xml --uploads THING', FOLDER],
  ['copy', 'copy SITE THING', { ...all(NO_FOLDER), folder: DONE }],
  [
    'salvage',
    'salvage SITE THING',
    {
      ...all(create(/ is there already\. Nothing was changed\. Choose another name/)),
      ...{ missing: DONE, 'file of a missing folder': NO_FOLDER },
    },
  ],
];
