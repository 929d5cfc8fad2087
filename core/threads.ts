// Where the programs of our threads lie.
import { join } from 'node:path';

/** `worker` does jobs, and what a job has a thread of its own for; `reader` does what only reads. */
export type ThreadProgram = 'worker' | 'reader';

const SOURCES: Readonly<Record<ThreadProgram, string>> = {
  worker: 'jobs/worker.ts',
  reader: 'engine/reader/worker.ts',
};

/** The file to start a thread with: a source beside the others, or a program of its own where everything is bundled. */
export function threadProgram(name: ThreadProgram): string {
  const here = import.meta.dirname;
  return import.meta.filename.endsWith('.ts') ? join(here, SOURCES[name]) : join(here, `../${name}/${name}.js`);
}
