#!/usr/bin/env node
import { createOutput, sayFailure } from './cli/output.ts';
import { asCliError } from './cli/failure.ts';
import { runCommandLine } from './cli/main.ts';

/** The entry of the headless build (`contract/extras.md`, Command line). */
const args = process.argv.slice(2);
try {
  end(await runCommandLine(args));
} catch (error) {
  const failure = asCliError(error);
  const isServer = args[0] === 'serve' || args[0] === 'start';
  // Standard output of a server holds its address or nothing.
  sayFailure(createOutput(args.includes('--json')), failure, isServer);
  end(failure.exitCode);
}

/** Not before everything is written: a pipe may still hold the last words. */
function end(code: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}
