import { removeBodies, retireBodies, unusedBodies } from '../../store/live/bodies.ts';
import type { Checking } from './checking.ts';

/** Bodies per write. */
const AT_ONCE = 200;

/**
 * Removes unreferenced bodies. They are first hidden from lookups, then checked again: a body that was referenced meanwhile
 * stays.
 */
export async function collectBodies({ site, tools }: Pick<Checking, 'site' | 'tools'>): Promise<void> {
  const unused = unusedBodies(site.db);
  for (let at = 0; at < unused.length; at += AT_ONCE) {
    const some = unused.slice(at, at + AT_ONCE);
    await tools.keep(() => retireBodies(site.db, some), { isDerived: true });
  }
  const still = new Set(unusedBodies(site.db));
  const gone = unused.filter((id) => still.has(id));
  for (let at = 0; at < gone.length; at += AT_ONCE) {
    const some = gone.slice(at, at + AT_ONCE);
    await tools.keep(() => removeBodies(site.db, some), { isDerived: true });
  }
}
