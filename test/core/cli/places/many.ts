// A program that runs commands in sequence and prints the result of each on one line. The first command without a line is the one
// that hangs.
import { runCommandLine } from '../../../../core/cli/main.ts';
import type { Said } from '../../../support/command-line.ts';

const commands = JSON.parse(process.argv[2] ?? '[]') as string[][];
const write = { stdout: process.stdout.write.bind(process.stdout), stderr: process.stderr.write.bind(process.stderr) };

for (const words of commands) {
  const said: Said = { code: 0, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (text: string | Uint8Array): boolean => {
      said[name] += String(text);
      return true;
    };
  said.code = await runCommandLine(words);
  process.stdout.write = write.stdout;
  process.stderr.write = write.stderr;
  write.stdout(`${JSON.stringify(said)}\n`);
}
process.exit(0);
