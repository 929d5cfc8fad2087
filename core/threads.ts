// Where the programs of our threads are.
import { join } from 'node:path';

/** `worker` runs jobs and the parts of jobs that need their own thread; `reader` runs reads. */
export type ThreadProgram = 'worker' | 'reader';

const SOURCES: Readonly<Record<ThreadProgram, string>> = {
  worker: 'jobs/worker.ts',
  reader: 'engine/reader/worker.ts',
};

/** The file to start a thread with: a source file, or a separate program if everything is bundled. */
export function threadProgram(name: ThreadProgram): string {
  const here = import.meta.dirname;
  return import.meta.filename.endsWith('.ts') ? join(here, SOURCES[name]) : join(here, `../${name}/${name}.js`);
}
