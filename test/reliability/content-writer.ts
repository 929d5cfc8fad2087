// A program that writes content until it is killed. It prints the number of each write once that is on disk; the other mode is
// wrong on purpose, to show that the test would notice.
import { writeSync } from 'node:fs';
import { contentWrite, openContentDesk, writesSeen } from '../support/content-writes.ts';

const [file = '', seed = '1', way = 'right'] = process.argv.slice(2);
const desk = openContentDesk(Number(seed), file);
const say = (n: number): void => {
  writeSync(1, `${n}\n`);
};

writeSync(1, 'ready\n');
for (let n = writesSeen(desk.engine.site) + 1; ; n++) {
  if (way === 'early answer') say(n);
  await contentWrite(desk, n);
  if (way === 'right') say(n);
}
