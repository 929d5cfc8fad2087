import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real file for `:memory:`, in a folder only this user may enter, gone at exit (`architecture.md` 6). Call `remove` after the site is closed. */
export function createTemporarySite(): { file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // Also when the program ends on a way nobody foresaw.
  process.once('exit', remove);
  return { file: join(folder, 'site.polydesk'), remove };
}
