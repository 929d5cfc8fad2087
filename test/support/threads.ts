// Replaces `core/threads.ts` in tests: the thread programs as built (`built.ts`), which start with a quarter of the work of their
// sources. If dist/ is outdated, the sources are used.
import { join } from 'node:path';
import * as own from '../../core/threads.ts';

/** How the sources name that file; `vite.config.ts` puts this one in its place. */
export const THREADS = /^(?:\.\.\/)+threads\.ts$/;

/** As that of `core/threads.ts`. */
export const threadProgram: typeof own.threadProgram = (name) => {
  const program = process.env['TEST_PROGRAM'];
  return program === undefined ? own.threadProgram(name) : join(program, '../..', name, `${name}.js`);
};
