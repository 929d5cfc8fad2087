import type { SiteFacts } from '../probe.ts';
import type { Remote } from '../remote.ts';
import { sweep } from '../sweep.ts';
import type { CheckedList, RunTools } from './checking.ts';

type Language = SiteFacts['languages'][number];

/**
 * The language of a post whose answer lacks it, derived from its address: the language whose home contains it
 * (`contract/live-wordpress.md` 1). "" for none; undefined if addresses do not tell languages apart.
 */
export function languageOfLink(link: unknown, languages: readonly Language[]): string | undefined {
  if (typeof link !== 'string') return undefined;
  const homes = languages.map(({ slug, home_url }) => ({ slug, home: placeOf(home_url ?? '') }));
  const areTold = homes.every(({ home }) => home !== undefined) && new Set(homes.map(({ home }) => home)).size > 1;
  const own = placeOf(link);
  if (!areTold || own === undefined) return undefined;
  const found = homes.filter(({ home = '' }) => own.startsWith(home));
  return found.toSorted((a, b) => (b.home ?? '').length - (a.home ?? '').length)[0]?.slug ?? '';
}

/** Host and path with a trailing slash; undefined for an invalid address, or one with the language in a parameter. */
function placeOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { host, pathname, searchParams } = new URL(address);
  return searchParams.has('lang') ? undefined : `${host}${pathname.replace(/\/*$/, '/')}`;
}

/** The languages of terms whose answers lack them, by id: from one list per language (`contract/live-wordpress.md` 1). */
export async function readTermLanguages(
  remote: Remote,
  { root, languages }: SiteFacts,
  { lists, tools }: { lists: readonly CheckedList[]; tools: RunTools },
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const { route, type } of lists.filter(({ kind }) => kind === 'term'))
    for (const { slug: lang } of languages)
      await sweep(
        remote,
        { root, route, query: { context: 'view', _fields: 'id', lang } },
        {
          page: (items) => items.forEach(({ id }) => found.set(id, lang)),
          progress: (done, total) => tools.progress(type, done, total),
          signal: tools.signal,
        },
      );
  return found;
}
