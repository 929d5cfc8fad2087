import { RestError } from '../../errors.ts';
import { sweep } from '../sweep.ts';
import type { Checking } from './checking.ts';
import { AT_ONCE, type Missing } from './named.ts';

/** So few are asked for alone right away. */
const FEW = 10;

/**
 * Those of many missing items that everybody sees: they are there, but this user may not edit them any more. Asking for each alone
 * would take as many requests as the user lost items.
 */
export async function hiddenItems(checking: Checking, missing: readonly Missing[]): Promise<ReadonlySet<Missing>> {
  const found = new Set<Missing>();
  for (const [route, items] of Map.groupBy(missing, (one) => one.route)) {
    if (items.length <= FEW) continue;
    for (let at = 0; at < items.length; at += AT_ONCE) {
      checking.tools.progress('gone', at, items.length);
      const some = items.slice(at, at + AT_ONCE);
      const shown = new Set(
        await readPublic(
          checking,
          route,
          some.map(({ id }) => id),
        ),
      );
      some.filter(({ id }) => shown.has(id)).forEach((one) => found.add(one));
    }
  }
  return found;
}

/** Their numbers, as far as the public view shows them; none if the site refuses it. */
async function readPublic(
  { facts, remote, tools, smaller }: Checking,
  route: string,
  ids: readonly number[],
): Promise<number[]> {
  const found: number[] = [];
  const query = { context: 'view', include: ids.join(','), _fields: 'id' };
  try {
    await sweep(
      remote,
      { root: facts.root, route, query },
      { page: (items) => found.push(...items.map(({ id }) => id)), signal: tools.signal, smaller },
    );
  } catch (error) {
    if (!(error instanceof RestError && error.code === 'polydesk_live_refused')) throw error;
  }
  return found;
}
