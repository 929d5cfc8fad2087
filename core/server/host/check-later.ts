import { stopWriting } from '../../domain/site/storage.ts';
import type { Site } from '../../site.ts';
import { startCheck, type StartProcess } from './check-process.ts';

export interface LateCheck {
  start: StartProcess;
  /** Called once the site is closed for writing: `site.findings` says which rules are broken. `isDamaged`: the file has to be mended. */
  broken(isDamaged: boolean): void;
  note(text: string): void;
}

/**
 * Checks a site that was opened unchecked, in a process of its own, while it is used (`security.md` 5.9). What it finds closes
 * the site for writing. Returns how to end it at once, to be called before the site is closed.
 */
export function checkLater(site: Site, { start, broken, note }: LateCheck): () => void {
  if (!site.isUnchecked) return () => undefined;
  const begun = Date.now();
  const check = startCheck(site.file, start);
  let isEnded = false;
  check.answer
    .then(({ findings, isDamaged }) => {
      if (isEnded) return;
      site.isUnchecked = false;
      if (findings.length === 0) site.checkedAt = begun;
      else stopWriting(site, findings);
      if (findings.length > 0) broken(isDamaged);
    })
    .catch((error: unknown) => {
      if (isEnded) return;
      // The next opening checks before anything else.
      site.checkedAt = undefined;
      note(`The check of the site did not end: ${error instanceof Error ? error.message : String(error)}`);
    });
  return () => {
    isEnded = true;
    check.kill();
  };
}
