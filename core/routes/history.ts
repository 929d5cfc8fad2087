import { changesSince, historyEntry, historyList, keptEntry, pendingEntry } from '../domain/history.ts';
import { isLargeUndo } from '../domain/undo-job.ts';
import { undo } from '../domain/undo.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { ChangesQuery, HistoryEntry, HistoryId, HistoryQuery, UndoArgs } from '../schema/history.ts';

const mayRead = needs('read_history', 'rest_forbidden', 'Only editors and administrators can see the history.');
const mayUndo = needs('manage_options', 'rest_forbidden', 'Only an administrator can undo changes.');

const item = { title: 'history-entry', schema: HistoryEntry };

/** `polydesk/v1/history` (`contract/extras.md`): who changed what, newest first. */
const listRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/history',
  item,
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: HistoryQuery,
      permit: mayRead,
      run(site, query) {
        const { entries, total } = historyList(site, query);
        return { body: entries, headers: { 'X-WP-Total': String(total) } };
      },
    }),
  ],
};

/** `polydesk/v1/history/{id}`: the entry with what it changed. */
const entryRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/history/(?P<id>[\\d]+)',
  item,
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: HistoryId,
      permit: mayRead,
      run: (site, { id }) => ({ body: historyEntry(site, id) }),
    }),
  ],
};

/** `polydesk/v1/history/{id}/undo`: answers the new entry; 202 with a job when it is a large one. */
const undoRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/history/(?P<id>[\\d]+)/undo',
  item,
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: UndoArgs,
      permit: mayUndo,
      run(site, { id, force }, { caller }) {
        keptEntry(site, id);
        if (isLargeUndo(site, id)) return { body: null, job: { kind: 'undo', input: { id, force } } };
        const done = undo(site, id, { force });
        return { body: pendingEntry(site, caller, done), ...done };
      },
    }),
  ],
};

/** `polydesk/v1/changes`: the feed, oldest first. */
const changesRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/changes',
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: ChangesQuery,
      permit: mayRead,
      run: (site, { since, limit }) => ({ body: changesSince(site, since, limit) }),
    }),
  ],
};

export const historyRoutes: readonly Route[] = [listRoute, entryRoute, undoRoute, changesRoute];
