#!/usr/bin/env node
// The command `polydesk` of a clone (`npx polydesk`, `npm link`): prepares what is missing, then runs the command line. Hints
// name the command as it was called.
import { headless, start } from './bootstrap/command.mjs';
import { prepare } from './bootstrap/prepare.mjs';

process.env.POLYDESK_COMMAND ??= process.env.npm_command === 'exec' ? 'npx polydesk' : 'polydesk';
const [name, ...args] = process.argv.slice(2);
await prepare('start');
process.exitCode = await (name === 'start' && !args.includes('--help') ? start(args) : headless(process.argv.slice(2)));
