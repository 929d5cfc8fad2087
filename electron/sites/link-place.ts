import type { Engine } from '../../core/engine/engine.ts';
import type { Caller } from '../../core/types.ts';
import type { DeepLink } from './deep-link.ts';

/** A place in the interface: the part after "#/" of its URL. */
export interface Place {
  screen: string;
  item: string;
}

/** Screens that every site has. A link may name a part of them, by word or number. */
const SCREENS: ReadonlySet<string> = new Set([
  'overview',
  'languages',
  'settings',
  'transfer',
  'api-tools',
  'activity',
  'preferences',
]);

interface Described {
  rest_base: string;
  slug: string;
}

/**
 * The target of a link in a site; undefined if there is none. Following a link changes nothing: an item missing in a language is
 * shown in the one it has, and a missing item is not opened.
 */
export function placeOf(engine: Engine, caller: Caller, { screen, item, lang }: DeepLink): Place | undefined {
  if (SCREENS.has(screen)) return { screen, item };
  const read = (path: string): unknown => {
    const { status, body } = engine.dispatch({ method: 'GET', path }, caller);
    return status === 200 ? body : undefined;
  };
  const isType = (path: string): boolean =>
    Object.values((read(path) ?? {}) as Record<string, Described>).some(({ rest_base }) => rest_base === screen);
  const isPost = isType('/wp/v2/types');
  if (!isPost && !isType('/wp/v2/taxonomies')) return undefined;
  if (item === '') return { screen, item };
  if (!/^[0-9]{1,15}$/.test(item)) return undefined;
  const found = read(`/wp/v2/${screen}/${item}`) as { translations?: Record<string, number> } | undefined;
  if (!found) return { screen, item: '' };
  const id = String(found.translations?.[lang] ?? item);
  return isPost && screen !== 'media' ? { screen: 'edit', item: `post/${id}` } : { screen, item: id };
}

/** The hash of our page's URL for a place. */
export function hashOf({ screen, item }: Place): string {
  return `#/${[screen, ...item.split('/')].filter(Boolean).map(encodeURIComponent).join('/')}`;
}
