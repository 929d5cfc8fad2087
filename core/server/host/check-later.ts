import { stopWriting } from '../../domain/site/storage.ts';
import type { Site } from '../../site.ts';
import { startCheck, type StartProcess } from './check-process.ts';

export interface LateCheck {
  start: StartProcess;
  /** Called once the site is closed for writing: `site.findings` holds the broken rules. `isDamaged`: the file needs repair. */
  broken(isDamaged: boolean): void;
  note(text: string): void;
}

/**
 * Checks a site that was opened unchecked, in a separate process, while it is in use (`security.md` 5.9). Findings close the site
 * for writing. Returns a function that aborts the check; call it before closing the site.
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
      // Makes the next opening check first.
      site.checkedAt = undefined;
      note(`The check of the site could not be finished: ${error instanceof Error ? error.message : String(error)}`);
    });
  return () => {
    isEnded = true;
    check.kill();
  };
}
