// A program that imports until it is killed, with or without a thread for the search index. It reports when it begins to write,
// and when the import is on disk.
import { writeSync } from 'node:fs';
import { openSite } from '../../core/site.ts';
import { importInto } from './support.ts';

const [site = '', file = '', thread = ''] = process.argv.slice(2);
const opened = openSite(site, { version: '0.0.0' });
writeSync(1, 'ready\n');
importInto(opened, { path: file, indexThread: thread === 'thread' });
writeSync(1, 'done\n');
opened.close();
