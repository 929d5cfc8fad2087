import type * as v from 'valibot';
import type { SiteAddress } from './address.ts';
import { Described, Languages, Me, readAnswer, Taxonomies, Types } from './answers.ts';
import { askPatiently, findApi, getIfAllowed, pathIn } from './api.ts';
import { liveFault } from './faults.ts';
import { plainName } from './fields.ts';
import type { Remote } from './remote.ts';
import { SETTINGS_ROUTES } from './settings/settings.ts';

/**
 * How much of a site can be copied here (`live-site.md` 2). `hub`: another Polydesk. `full`: languages and groups of everything
 * can be read and written. `texts`: texts and languages, no groups. `content`: the site has no languages.
 */
export type LiveMode = 'hub' | 'full' | 'texts' | 'content';

/** The capabilities of a site and its user, as probed. */
export interface SiteFacts {
  mode: LiveMode;
  /** Through our plugin: one request returns the state of everything. */
  companion: boolean;
  /** Through a recent enough version of our plugin: translations of strings. */
  strings: boolean;
  /** Base path of its REST API. */
  root: string;
  name: string;
  user: { id: number; name: string; slug: string; roles: string[] };
  may: { content: boolean; settings: boolean; unfiltered: boolean; upload: boolean };
  types: Based[];
  taxonomies: Based[];
  languages: v.InferOutput<typeof Languages>;
  /** When this was probed, by the clock of the site: ISO in UTC; "" if it does not say it. */
  at: string;
}

/** A post type or taxonomy, and its route. */
export interface Based {
  name: string;
  /** `/wp/v2/posts` */
  route: string;
  /** What the site calls it; left out by what was probed by earlier versions. */
  label?: string;
}

/**
 * Probes a site without changing or storing anything: its index, the signed-in user, types, taxonomies, fields and languages.
 * Throws a `RestError` of `faults.ts`.
 */
export async function probeSite(remote: Remote, address: SiteAddress, signal?: AbortSignal): Promise<SiteFacts> {
  const { path: root, index, at } = await findApi(remote, address, signal);
  const get = <S extends v.GenericSchema>(route: string, schema: S): Promise<v.InferOutput<S> | undefined> =>
    getIfAllowed(remote, pathIn(root, route, { context: 'edit' }), schema, signal);
  const me = await get('/wp/v2/users/me', Me);
  if (!me) throw liveFault('hidden');
  const hasPlugin = index.namespaces.includes('pll/v1');
  const [typesThere, taxonomiesThere, languages, hasFields] = await Promise.all([
    get('/wp/v2/types', Types),
    get('/wp/v2/taxonomies', Taxonomies),
    hasPlugin ? getIfAllowed(remote, pathIn(root, '/pll/v1/languages'), Languages, signal) : undefined,
    hasPlugin && hasLanguageFields(remote, root, signal),
  ]);
  const types = basesOf(typesThere ?? {});
  const taxonomies = basesOf(taxonomiesThere ?? {});
  const may = rightsOf(me);
  if (me.capabilities['edit_posts'] !== true || types.length === 0) throw liveFault('rights');
  const companion = index.namespaces.includes('polydesk-link/v1');
  return {
    mode: modeOf({
      isHub: index.namespaces.includes('polydesk/v1'),
      hasLanguages: languages !== undefined,
      isFull: hasFields || companion,
    }),
    companion,
    strings: companion && Object.hasOwn(index.routes, SETTINGS_ROUTES.strings),
    root,
    name: plainName(index.name),
    user: { id: me.id, name: me.name, slug: me.slug, roles: me.roles },
    may,
    types,
    taxonomies,
    languages: languages ?? [],
    at,
  };
}

/** What a user may do there. */
export function rightsOf({ capabilities }: v.InferOutput<typeof Me>): SiteFacts['may'] {
  const has = (name: string): boolean => capabilities[name] === true;
  return {
    content: has('edit_others_posts'),
    settings: has('manage_options'),
    unfiltered: has('unfiltered_html'),
    upload: has('upload_files'),
  };
}

function modeOf({ isHub, hasLanguages, isFull }: { isHub: boolean; hasLanguages: boolean; isFull: boolean }): LiveMode {
  if (isHub) return 'hub';
  if (!hasLanguages) return 'content';
  return isFull ? 'full' : 'texts';
}

/** Whether posts have `lang` and `translations`, as in the paid edition. */
async function hasLanguageFields(remote: Remote, root: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { status, body } = await askPatiently(remote, {
    method: 'OPTIONS',
    path: pathIn(root, '/wp/v2/posts'),
    signal,
  });
  // A fault of the moment says nothing about the fields.
  if (status >= 500) throw liveFault('answer');
  if (status !== 200) return false;
  const { schema } = readAnswer(Described, body);
  return Object.hasOwn(schema.properties, 'lang') && Object.hasOwn(schema.properties, 'translations');
}

/** Internal types of the site are not content. */
const INTERNAL = /^wp_/;

function basesOf(map: Record<string, { name: string; rest_namespace: string; rest_base: string }>): Based[] {
  return Object.entries(map)
    .filter(([name]) => !INTERNAL.test(name))
    .map(([name, { name: label, rest_namespace, rest_base }]) => ({
      name,
      route: `/${rest_namespace}/${rest_base}`,
      label: plainName(label),
    }));
}
