import { makeBackup } from '../domain/site/backups.ts';
import type { Site } from '../site.ts';
import { siteState } from '../store/transfer/import.ts';

/** Returns the name of the backup made before an import; an untouched site has nothing to lose and gets none. */
export function backupBefore(site: Site): string | undefined {
  const { posts, languages, terms } = siteState(site.db);
  if (site.file === ':memory:' || (posts === 0 && languages === 0 && terms < 2)) return undefined;
  return makeBackup(site, 'before an import');
}
