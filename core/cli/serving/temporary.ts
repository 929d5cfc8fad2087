import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a real file for `:memory:`, in a folder only this user may access, deleted at exit (`architecture.md` 6). Call `remove`
 * after the site is closed.
 */
export function createTemporarySite(): { file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // Also on an unexpected exit.
  process.once('exit', remove);
  return { file: join(folder, 'site.polydesk'), remove };
}
