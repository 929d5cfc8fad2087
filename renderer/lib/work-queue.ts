// The work queue: drafts and stale translations of every post type, newest first, then missing versions.
import { MEDIA } from './content-types.ts';
import type { ContentType, CoverageRow } from './content-types.ts';
import { api } from './api/api.ts';
import type { GroupValue } from '../matrix/rows.svelte.ts';
import { t } from './messages/messages.svelte.ts';
import { site } from './site.svelte.ts';
import { app } from './state.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** A group with work, and the languages that need it. */
export interface Work {
  type: ContentType;
  group: GroupValue;
  /** Language codes, in site order. */
  codes: string[];
}

/** A type with its counts. */
export type TypeCoverage = CoverageRow & { about: ContentType };

/** A task: an item by ID, and a language if the version is missing. */
export interface Task {
  type: ContentType;
  id: number;
  lang: string;
}

/** Every known type with its counts, in sidebar order. */
export function coverageByType(): TypeCoverage[] {
  const rows = site.coverage.value ?? [];
  return (site.types.value ?? []).flatMap((about) => {
    const row = rows.find(({ kind, type }) => kind === about.kind && type === about.type);
    return row ? [{ ...row, about }] : [];
  });
}

/** Codes of the active languages, in site order. */
export function activeCodes(): string[] {
  return (site.languages.value ?? []).filter(({ active }) => active).map(({ slug }) => slug);
}

/** Groups of the given types in a state, newest first. */
export async function readWork(
  types: readonly TypeCoverage[],
  state: 'needs_update' | 'partial' | 'draft' | 'missing',
  limit: number,
): Promise<Work[]> {
  const wanted = types.filter(({ work }) => work[state] > 0);
  const lists = await Promise.all(wanted.map(({ about }) => readGroups(about, state, limit)));
  const now = new Date().toISOString();
  // A future date means scheduled, not modified then.
  const time = ({ group: { modified } }: Work) => (modified === null || modified > now ? '' : modified);
  return lists.flat().sort((a, b) => (time(a) < time(b) ? 1 : -1));
}

/**
 * The newest draft, else the newest stale item, else a partial one, else a missing version; posts first, then terms, then media.
 */
export async function nextTask(): Promise<Task | undefined> {
  const all = coverageByType();
  const rank = ({ about: { kind, type } }: TypeCoverage) => (type === MEDIA.type ? 2 : kind === 'term' ? 1 : 0);
  for (const turn of [0, 1, 2]) {
    const task = await nextOf(all.filter((row) => rank(row) === turn));
    if (task) return task;
  }
  return undefined;
}

async function nextOf(types: readonly TypeCoverage[]): Promise<Task | undefined> {
  const here = app.place.screen === 'edit' ? app.place.item : '';
  for (const state of ['draft', 'needs_update', 'partial', 'missing'] as const) {
    for (const work of await readWork(types, state, 3)) {
      const task = taskOf(work);
      if (task && here !== `post/${task.id}`) return task;
    }
  }
  return undefined;
}

/** The first task of a group. */
export function taskOf({ type, group, codes }: Work): Task | undefined {
  const [code] = codes;
  if (code === undefined) return undefined;
  const item = group.items[code];
  return item ? { type, id: item.id, lang: '' } : { type, id: group.source, lang: code };
}

/** Opens the next task in its editor, or reports that nothing is left. Does nothing if the user navigates away meanwhile. */
export async function continueTranslating(): Promise<void> {
  const { screen, item } = app.place;
  try {
    const task = await nextTask();
    if (app.place.screen !== screen || app.place.item !== item) return;
    if (task) app.go(...placeOf(task));
    else toasts.show({ text: t('overview.nothing'), tone: 'plain' });
  } catch (thrown) {
    toasts.failed(thrown);
  }
}

/** Where an item is edited: posts in the editor, terms and media next to their list. */
export function placeOf({ type, id, lang }: Task): [screen: string, item: string, query: Record<string, string>] {
  const query: Record<string, string> = lang ? { lang } : {};
  const isBeside = type.kind === 'term' || type.type === MEDIA.type;
  return isBeside ? [type.base, String(id), query] : ['edit', `post/${id}`, query];
}

async function readGroups(type: ContentType, state: string, per_page: number): Promise<Work[]> {
  const query = { kind: type.kind, type: type.type, state, per_page };
  const groups = await api.get('/polydesk/v1/groups', query);
  const has = (group: GroupValue, code: string) => (group.items[code]?.state ?? 'missing') === state;
  return groups.map((group) => ({ type, group, codes: activeCodes().filter((code) => has(group, code)) }));
}
