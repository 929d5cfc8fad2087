#!/usr/bin/env node
import { runCommandLine } from './cli/main.ts';

// The entry of the headless build (`contract/extras.md`, Command line). A closed output pipe is not a failure of ours.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const code = await runCommandLine(process.argv.slice(2));
// Not before everything is written: a pipe may still hold the last output.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
