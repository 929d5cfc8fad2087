// One client in a process of its own: `child.mjs DRIVER`, the server as JSON on standard input. Prints one line of JSON
// for each operation: its name, and what went wrong.
import { text } from 'node:stream/consumers';
import { OPERATIONS } from './operations.mjs';

const [driver] = process.argv.slice(2);
const server = JSON.parse(await text(process.stdin));
const { open, operations, without = {} } = await import(`./drivers/${driver}.mjs`);
const client = await open(server);
for (const name of Object.keys(OPERATIONS)) {
  const answer = name in without ? { without: without[name] } : await attempt(operations[name]);
  process.stdout.write(`${JSON.stringify({ name, ...answer })}\n`);
}
// A client may keep connections and timers that would hold us here.
process.exit(0);

async function attempt(operation) {
  try {
    await operation(client);
    return {};
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error) };
  }
}
