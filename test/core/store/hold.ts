// A second program: opens the given site, reports that, and keeps it open until it is terminated.
import { openSite } from '../../../core/site.ts';
import { OpenError } from '../../../core/store/file/failures.ts';

const [file = '', ask = ''] = process.argv.slice(2);
try {
  const site = openSite(file, { version: '1.0.0' });
  console.log(`open${site.readOnly ? ' read-only' : ''}`);
  if (ask === 'garbage') setInterval(() => Array.from({ length: 100_000 }, (_, i) => ({ i })), 5);
  else if (ask === 'leave') process.exit(0);
  else setInterval(() => site.file, 1000);
} catch (error) {
  console.log(error instanceof OpenError ? `${error.code} ${error.exitCode}` : String(error));
}
