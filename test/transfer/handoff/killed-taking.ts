// A program that takes in a file for translators until it is killed. It reports when it begins to write, and when all is on disk.
import { writeSync } from 'node:fs';
import { createCaller } from '../../../core/domain/access/capabilities.ts';
import { transact } from '../../../core/domain/history/history.ts';
import { openSite } from '../../../core/site.ts';
import { applyHandoff } from '../../../core/transfer/handoff/apply.ts';
import { readHandoff } from '../../../core/transfer/handoff/kinds.ts';
import { UNWATCHED } from '../../../core/transfer/refusal.ts';

const [file = '', path = ''] = process.argv.slice(2);
const site = openSite(file, { version: '0.0.0' });
const caller = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window', serverRights: true });
const read = readHandoff(site, { path }, UNWATCHED);
const choices = { items: {}, conflict: 'mine', stale: false, marks: false, published: false } as const;
writeSync(1, 'ready\n');
const { value } = transact(site, caller, () => {
  return { value: applyHandoff(site, read, { choices, caller, control: UNWATCHED }), keep: true };
});
writeSync(1, `done ${value.texts}\n`);
site.close();
