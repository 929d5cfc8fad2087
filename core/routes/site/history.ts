import * as v from 'valibot';
import {
  historyEntry,
  historyList,
  historyWriters,
  gone,
  keptEntry,
  pendingEntry,
} from '../../domain/history/history.ts';
import { changesFor } from '../../domain/history/follow.ts';
import { namedItem, restBaseOf } from '../../domain/content/item-name.ts';
import { storedValue } from '../../domain/content/meanwhile.ts';
import { fieldBack, type FieldUndo } from '../../domain/history/undo-field.ts';
import { RestError } from '../../errors.ts';
import { bodyMap, innerRequest } from '../../rest/inner.ts';
import type { CompiledRoute } from '../../rest/path.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import type { Caller, Json } from '../../types.ts';
import { assertUndoable } from '../../domain/live/runs.ts';
import { isLargeUndo } from '../../domain/history/undo-job.ts';
import { undo } from '../../domain/history/undo.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { JobStarted } from '../../schema/site/job.ts';
import {
  ChangesPage,
  ChangesQuery,
  EntryChanges,
  HistoryEntry,
  HistoryId,
  HistoryQuery,
  HistoryWriter,
  ListedEntry,
  UndoArgs,
} from '../../schema/site/history.ts';

export const mayReadHistory = needs(
  'read_history',
  'rest_forbidden',
  'Only editors and administrators can see the history.',
);
/** Every signed-in user, so that a token that only reads can start a build (`contract/extras.md`, `/changes`). */
export const mayFollow = needs('read', 'rest_forbidden', 'Only who is signed in can follow changes.');
const mayUndo = needs('manage_options', 'rest_forbidden', 'Only an administrator can undo changes.');

/** The history (`contract/extras.md`). */
export const historyRoutes = (table: () => readonly CompiledRoute[]) =>
  ({
    '/polydesk/v1/history': {
      GET: endpoint({
        summary: 'Who changed what, newest first.',
        args: HistoryQuery,
        answers: v.array(ListedEntry),
        permit: mayReadHistory,
        run(site, query) {
          const { entries, total } = historyList(site, query);
          return { body: entries, headers: { 'X-WP-Total': String(total) } };
        },
      }),
    },
    '/polydesk/v1/history/writers': {
      GET: endpoint({
        summary: 'Everybody whose changes there are, with the token they came with.',
        args: {},
        answers: v.array(HistoryWriter),
        permit: mayReadHistory,
        run: (site) => ({ body: historyWriters(site) }),
      }),
    },
    '/polydesk/v1/history/{id}': {
      GET: endpoint({
        summary: 'The entry with what it changed, field by field.',
        args: HistoryId,
        answers: EntryChanges,
        permit: mayReadHistory,
        run: (site, { id }) => ({ body: historyEntry(site, id) }),
      }),
    },
    ...undoRoute(table),
    '/polydesk/v1/changes': {
      GET: endpoint({
        summary: 'The feed of changes, oldest first; without names and words to who may not read the history.',
        args: ChangesQuery,
        answers: ChangesPage,
        permit: mayFollow,
        run: (site, query, { caller }) => ({ body: changesFor(site, caller, query) }),
      }),
    },
  }) satisfies RouteTable;

const undoRoute = (table: () => readonly CompiledRoute[]) =>
  ({
    '/polydesk/v1/history/{id}/undo': {
      POST: endpoint({
        summary: 'Takes a change back; answers the new entry, 202 with a job when it is a large one.',
        args: UndoArgs,
        answers: v.union([HistoryEntry, JobStarted]),
        permit: mayUndo,
        run(site, { id, force, ...part }, { caller }) {
          assertUndoable(site, keptEntry(site, id));
          if (part.field !== undefined || part.item !== undefined || part.kind !== undefined) {
            const done = undoPart({ site, table: table() }, { id, ...part }, caller);
            const entry = pendingEntry(site, caller, done);
            return { body: entry, at: entry.at, summary: done.summary };
          }
          if (isLargeUndo(site, id)) return { job: { kind: 'undo', input: { id, force } } };
          const done = undo(site, id, { force });
          const entry = pendingEntry(site, caller, done);
          return { body: entry, at: entry.at, ...done };
        },
      }),
    },
  }) satisfies RouteTable;

/** Undoes one field of an item by a write to `wp/v2`: under the same rules as any other write. */
function undoPart(
  host: { site: Site; table: readonly CompiledRoute[] },
  {
    id,
    kind,
    item,
    field,
    unit,
  }: { id: number } & { [K in 'kind' | 'item' | 'field' | 'unit']?: FieldUndo[K] | undefined },
  caller: Caller,
): { summary: Summary; undoes: null } {
  const { site } = host;
  if (kind === undefined || item === undefined || field === undefined)
    throw new RestError(
      'rest_missing_callback_param',
      'Missing parameters: kind, item and field belong together.',
      400,
    );
  const own = kind === 'term' ? 'term' : 'post';
  const base = restBaseOf(site, own, item);
  if (base === undefined) throw gone('The item does not exist any more.');
  const path = `/wp/v2/${base}/${item}`;
  const read = innerRequest(host, { method: 'GET', path, query: { context: 'edit' } }, { caller });
  const now = bodyMap(read.run());
  const body = fieldBack(site, { id, kind, item, field, unit }, (name) => storedValue(now, name) as Json);
  innerRequest(host, { method: 'PATCH', path, body }, { caller }).run();
  return { summary: { code: 'field.undone', params: { item: namedItem(site, own, item) } }, undoes: null };
}
