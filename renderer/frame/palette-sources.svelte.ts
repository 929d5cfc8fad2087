import FileText from '@lucide/svelte/icons/file-text';
import Globe from '@lucide/svelte/icons/globe';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import SquareChevronRight from '@lucide/svelte/icons/square-chevron-right';
import SquareTerminal from '@lucide/svelte/icons/square-terminal';
import Tag from '@lucide/svelte/icons/tag';
import { api } from '../lib/api/api.ts';
import { commands } from '../lib/commands.svelte.ts';
import { MEDIA, oneName } from '../lib/content-types.ts';
import type { JsonSchema } from '../lib/forms.ts';
import { isMessage, t } from '../lib/messages/messages.svelte.ts';
import { allScreens, titleOf } from '../lib/screens.ts';
import { site } from '../lib/site.svelte.ts';
import { app } from '../lib/state.svelte.ts';
import { placeOf } from '../lib/work-queue.ts';
import type { ServerIndex } from '../screens/api-tools/console/routes.ts';
import type { Read } from '../lib/api/answers.ts';
import type { Entry } from './palette.ts';

/** One result of `/polydesk/v1/find`. */
type Found = Read<'/polydesk/v1/find'>[number];

/** Entries available without a request: screens, commands, languages, settings. */
export function localEntries(fields: readonly string[]): Entry[] {
  return [...commandEntries(), ...languageEntries(), ...fields.map(fieldEntry)];
}

/** The fields of `wp/v2/settings` that the Settings screen shows too. */
const siteNames = ['url', 'permalink_structure'];

/** Names of the settings, from the description of their route; nested ones by their path: `media.duplicate`, `sync.post_date`. */
export async function settingNames(): Promise<string[]> {
  const described = await api.options('/pll/v1/settings');
  const names = Object.entries(described.schema?.properties ?? {}).flatMap(([name, schema]) => namesIn(name, schema));
  return [...names, ...siteNames];
}

function namesIn(path: string, { properties, items }: JsonSchema): string[] {
  if (!properties) return [path, ...(items?.enum ?? []).map((item) => `${path}.${item}`)];
  return Object.entries(properties).flatMap(([name, schema]) => namesIn(`${path}.${name}`, schema));
}

/** Search results; `newest`: only this many of the newest items were searched. */
export interface FoundItems {
  entries: Entry[];
  newest: number | null;
}

/** Matching posts, terms and media, best first. Empty if the engine has no search yet. */
export async function findItems(search: string): Promise<FoundItems> {
  if (search.length < 2) return { entries: [], newest: null };
  try {
    const { body, headers } = await api.list('/polydesk/v1/find', { q: search, limit: 40 });
    const newest = Number(headers['x-polydesk-newest']) || null;
    return { entries: body.flatMap((each) => itemEntry(each, search)), newest };
  } catch {
    return { entries: [], newest: null };
  }
}

/** Routes of the server, which open in the console. Empty if the page may not read them. */
export async function routeEntries(): Promise<Entry[]> {
  const [index, { consoleState }, { readRoutes, routeGroups }] = await Promise.all([
    api.get<ServerIndex>('/').catch((): ServerIndex => ({ routes: {} })),
    import('../screens/api-tools/console/console-state.svelte.ts'),
    import('../screens/api-tools/console/routes.ts'),
  ]);
  const lines = routeGroups(readRoutes(index), '').flatMap((group) => group.lines);
  return lines.map(({ id, method, route }) => ({
    id: `route.${id}`,
    group: 'routes',
    title: id,
    icon: SquareTerminal,
    run: () => {
      consoleState.setIndex(index);
      consoleState.choose(route, method);
      app.go('api-tools');
    },
  }));
}

function commandEntries(): Entry[] {
  const screens = allScreens();
  const shown = commands().filter((command) => !command.isKeyOnly);
  // Commands without an icon get a default one, so that titles are aligned.
  return shown.map(({ id, title, icon = SquareChevronRight, keys, reason, note, run }) => {
    const screen = screens.find((each) => id === `screen.${each.id}`);
    const group = screen ? 'screens' : id.startsWith('live.goto.') ? 'live' : 'commands';
    const more = { icon, ...(keys && { keys }), ...((reason ?? note) && { note: reason ?? note }) };
    return { id, group, title: screen ? titleOf(screen) : title, run, ...more };
  });
}

function languageEntries(): Entry[] {
  if (!allScreens().some(({ id }) => id === 'languages')) return [];
  return (site.languages.value ?? []).map((language) => ({
    id: `language.${language.term_id}`,
    group: 'languages',
    title: language.name,
    note: site.languageName(language.slug),
    lang: language.w3c,
    words: `${language.slug} ${language.locale}`,
    icon: Globe,
    run: () => app.go('languages', String(language.term_id)),
  }));
}

function fieldEntry(name: string): Entry {
  const key = [`settings.field.${name}`, `settings.${name}`].find(isMessage);
  const title = key ? t(key) : name;
  const run = () => app.go('settings', '', { field: name });
  return { id: `setting.${name}`, group: 'settings', title, note: name, icon: SlidersHorizontal, run };
}

/** undefined for items without a screen. Engine results always match, even if the words are in a translation. */
function itemEntry({ kind, type, id, title, lang, through }: Found, search: string): Entry[] {
  const known = [...(site.types.value ?? []), MEDIA].find((each) => each.kind === kind && each.type === type);
  if (!known) return [];
  const isTerm = kind === 'term';
  const hasScreen = allScreens().some((screen) => screen.id === known.base);
  if (!hasScreen) return [];
  const run = () => app.go(...placeOf({ type: known, id, lang: '' }));
  const note = [oneName(known), lang && site.languageName(lang), through?.title];
  return [
    {
      id: `${kind}.${id}`,
      group: isTerm ? 'terms' : 'items',
      title,
      note: note.filter(Boolean).join(' · '),
      words: `${search} #${id}`,
      ...(lang && { lang }),
      icon: isTerm ? Tag : FileText,
      run,
    },
  ];
}
