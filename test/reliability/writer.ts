// A program that writes until it is killed. It prints a number once that write is on disk; its two other modes are wrong on
// purpose, to show that the test would notice.
import { writeSync } from 'node:fs';
import { openSite } from '../../core/site.ts';
import { writeNumber, writesSeen } from './numbered-writes.ts';

const [file = '', way = 'right'] = process.argv.slice(2);
const site = openSite(file, { version: '1.0.0' });
let next = writesSeen(site) + 1;
const say = (): void => {
  writeSync(1, `${next}\n`);
};
const pause = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
};

writeSync(1, 'ready\n');
if (way === 'no transaction') {
  // The journal would refuse it: only without foreign keys can a write be torn.
  site.db.pragma('foreign_keys = OFF');
  site.db.exec(`INSERT INTO terms (uuid, taxonomy, name, slug) VALUES ('x', 'language', 'Half', 'half')`);
  say();
  pause();
}
for (; ; next++) {
  if (way === 'early answer') {
    writeNumber(site, next, () => {
      say();
      pause();
    });
  }
  writeNumber(site, next);
  say();
}
