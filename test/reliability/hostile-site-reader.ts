// Reads a list of a hostile live site, in a process of its own, for some seconds of the processor or until it took so many megabytes
// more: prints the megabytes, and how it ended.
import { readSiteAddress } from '../../core/live/address.ts';
import { createRemote } from '../../core/live/remote.ts';
import { sweep } from '../../core/live/sweep.ts';
import { peakMemory } from '../support/peak-memory.ts';

const [url = '', limits = '{}', seconds = '4', enough = '400'] = process.argv.slice(2);
const address = readSiteAddress(url);
const remote = createRemote({ address, network: 'loopback', version: '1', limits: JSON.parse(limits) as object });
const listing = { root: '/wp-json', route: '/wp/v2/posts', query: {} };
const before = process.memoryUsage.rss();
let most = 0;
const over = new AbortController();
const note = (): void => {
  most = Math.max(most, process.memoryUsage.rss());
  const { user, system } = process.cpuUsage();
  const isOver = (user + system) / 1e6 > Number(seconds) || most - before > Number(enough) * 1024 * 1024;
  if (isOver) over.abort();
};
const timer = setInterval(note, 5);
// Beside other work a second of the processor takes longer.
const signal = AbortSignal.any([over.signal, AbortSignal.timeout(60_000)]);
const code = await sweep(remote, listing, { page: note, signal }).then(
  ({ unreadable }) => `${unreadable.length} unreadable`,
  (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
);
clearInterval(timer);
note();
remote.close();
process.stdout.write(JSON.stringify({ megabytes: Math.round((peakMemory() - before) / 1024 / 1024), code }));
