import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import Database from 'better-sqlite3';

/** The expected result of a command with a given path: its exit code, the code in --json (null: a result), a message. */
export type Wanted = readonly [exit: number, code: string | null, sentence: RegExp];

/** Something that is not a sound site, or not to be had. */
export interface Place {
  name: string;
  /** Makes it at a path, from a sound site; another path where it lies elsewhere. */
  make(path: string, sound: string): string | void;
  wanted: Wanted;
  /** What some commands say instead; undefined: not to be run. */
  but?: Readonly<Record<string, Wanted | undefined>>;
}

const NOT_OURS: Wanted = [1, 'not_ours', /is not a Polydesk site\. Nothing was changed\. Choose another file\./];
const DAMAGED: Wanted = [
  1,
  'damaged',
  /is damaged\. It was not changed\..*This repairs it: polydesk check \S+ --repair$/,
];
const NO_COPIES: Wanted = [0, null, /no copies/i];
const NO_ROWS: Wanted = [
  1,
  'damaged',
  /holds no row that can be read\. It was not changed, and no new site was made\.$/,
];
const SALVAGED: Wanted = [1, null, /^\d+ rows came back: .*\n.*\.\nThe list of what is missing: /];
/** These make a site where there is none; `serve` then goes on without end: test/cli.test.ts. */
const MAKERS = { import: undefined, serve: undefined, start: undefined };

const OF_DAMAGED: Place['but'] = {
  'check --repair': [1, 'no_backup', /no intact backup.*Nothing was changed\..*This does it: polydesk salvage /],
  'backup list': NO_COPIES,
  copy: [1, 'damaged', /is damaged\. No copy was made, and it was not changed\./],
  salvage: SALVAGED,
};

/** Places that nothing is ever written to. */
export const PLACES: readonly Place[] = [
  {
    name: 'missing',
    make: () => undefined,
    wanted: [66, 'missing', /The file \S+ does not exist\. Nothing was changed\. Check the name\./],
    but: MAKERS,
  },
  {
    name: 'text',
    make: (path) => writeFileSync(path, 'dear diary'),
    wanted: NOT_OURS,
    but: { salvage: NO_ROWS },
  },
  { name: 'empty file', make: (path) => writeFileSync(path, ''), wanted: NOT_OURS },
  {
    name: 'another database',
    make(path) {
      const db = new Database(path);
      db.exec('CREATE TABLE t (a)');
      db.close();
    },
    wanted: NOT_OURS,
    but: { salvage: NO_ROWS },
  },
  { name: 'folder', make: (path) => void mkdirSync(path), wanted: NOT_OURS },
  { name: 'device', make: () => '/dev/null', wanted: NOT_OURS },
  { name: 'pipe', make: (path) => void execFileSync('mkfifo', [path]), wanted: NOT_OURS },
  {
    name: 'link to nothing',
    make: (path) => symlinkSync(`${path}.gone`, path),
    wanted: [
      66,
      'missing',
      /(?:The file \S+ does not exist|is a link to \S+, which is not there)\. Nothing was changed\. Check /,
    ],
  },
  {
    name: 'newer version',
    make(path, sound) {
      copyFileSync(sound, path);
      const db = new Database(path);
      db.pragma('user_version = 99');
      db.close();
    },
    wanted: [78, 'newer', /newer version.*Nothing was changed\. Update Polydesk/],
    but: { 'backup list': NO_COPIES, copy: [0, null, /^The copy is made/], salvage: SALVAGED },
  },
  {
    name: 'damaged',
    make(path, sound) {
      copyFileSync(sound, path);
      const file = openSync(path, 'r+');
      for (let page = 2; page < 60; page += 2) writeSync(file, Buffer.alloc(4096, 0xaa), 0, 4096, page * 4096);
      closeSync(file);
    },
    wanted: DAMAGED,
    but: OF_DAMAGED,
  },
  {
    name: 'cut off',
    make(path, sound) {
      copyFileSync(sound, path);
      truncateSync(path, 50_000);
    },
    wanted: DAMAGED,
    but: OF_DAMAGED,
  },
];

/** Every command that takes a site. SITE, GOOD, TREE, FIXTURE and DIR stand for paths. */
export const COMMANDS: readonly (readonly [name: string, words: string])[] = [
  ['import', 'import SITE FIXTURE'],
  ['export', 'export SITE DIR/out.xml'],
  ['plan', 'plan SITE TREE'],
  ['apply', 'apply SITE TREE'],
  ['info', 'info SITE'],
  ['diff', 'diff SITE GOOD'],
  ['diff, second', 'diff GOOD SITE'],
  ['check', 'check SITE'],
  ['check --repair', 'check SITE --repair'],
  ['lang', 'lang SITE add de_DE'],
  ['settings', 'settings SITE set title New'],
  ['token', 'token SITE add ci --role editor'],
  ['trust', 'trust SITE'],
  ['history', 'history SITE'],
  ['undo', 'undo SITE'],
  ['backup', 'backup SITE'],
  ['backup list', 'backup SITE list'],
  ['copy', 'copy SITE DIR'],
  ['salvage', 'salvage SITE DIR/salvaged.polydesk'],
  ['serve', 'serve SITE --port 0'],
  ['start', 'start SITE --port 0'],
];
