import { vi } from 'vitest';
import { runCommandLine } from '../../core/cli/main.ts';

/** The output of a command, and its exit code. */
export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command in this process: the same code as the program's, without its start. One at a time. */
export async function say(args: readonly string[]): Promise<Said> {
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    }),
  );
  try {
    return { code: await runCommandLine(args), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
