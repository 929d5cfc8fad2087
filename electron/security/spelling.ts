import type { Session } from 'electron';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Chromium blocks this port, so a download fails before any connection is opened. */
const NOWHERE = 'https://127.0.0.1:9/';

/** Turns spelling off and makes the dictionary download URL invalid: Electron would fetch dictionaries from the internet (E1). */
export function neverDownloadDictionaries(session: Session): void {
  session.setSpellCheckerDictionaryDownloadURL(NOWHERE);
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
}

/**
 * Turns spelling on with the dictionaries on this computer: those of macOS itself, elsewhere Chromium's files
 * (`fr-FR-3-0.bdic`) in the folder `Dictionaries` of its data. Returns whether there are any.
 */
export function useInstalledDictionaries(
  session: Session,
  { platform, data }: { platform: NodeJS.Platform; data: string },
): boolean {
  if (platform !== 'darwin') {
    const languages = installedIn(join(data, 'Dictionaries'), session.availableSpellCheckerLanguages);
    // Without any, Chromium would select the system language and look for its dictionary.
    if (languages.length === 0) return false;
    session.setSpellCheckerLanguages(languages);
  }
  session.setSpellCheckerEnabled(true);
  return true;
}

function installedIn(folder: string, available: readonly string[]): string[] {
  const names = filesOf(folder).map((name) => /^([a-z]{2,3}(?:-[a-z0-9]+)?)-\d+-\d+\.bdic$/i.exec(name)?.[1] ?? '');
  const found = names.flatMap((name) => {
    const [base = ''] = name.split('-', 1);
    const wanted = [name, base].map((each) => each.toLowerCase());
    return wanted.flatMap((each) => available.find((code) => code.toLowerCase() === each) ?? []).slice(0, 1);
  });
  return [...new Set(found)].toSorted();
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
