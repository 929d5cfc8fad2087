import * as v from 'valibot';
import { forgetHandoff, handoff, handoffs } from '../../domain/translations/handoffs.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Handoff, HandoffIdArgs, HandoffsQuery, HandoffWithItems } from '../../schema/desk/handoffs.ts';

const mayHandOff = needs('edit_others', 'rest_forbidden', 'Only an editor can see files for translators.');

/** Files that went out to translators (`contract/extras.md`). */
export const handoffRoutes = {
  '/polydesk/v1/handoffs': {
    GET: endpoint({
      summary: 'The files that were exported for translators, and how much of each came back.',
      args: HandoffsQuery,
      answers: v.array(Handoff),
      permit: mayHandOff,
      run: (site, query) => ({ body: handoffs(site, query) }),
    }),
  },
  '/polydesk/v1/handoffs/{id}': {
    GET: endpoint({
      summary: 'One of them with the items that are still out.',
      args: HandoffIdArgs,
      answers: HandoffWithItems,
      permit: mayHandOff,
      run: (site, { id }) => ({ body: handoff(site, id) }),
    }),
    DELETE: endpoint({
      summary: 'Removes it from the list: nothing of it is expected back.',
      args: HandoffIdArgs,
      answers: v.object({ deleted: v.boolean(), previous: Handoff }),
      traits: { batch: true },
      permit: mayHandOff,
      run: (site, { id }) => ({ body: forgetHandoff(site, id) }),
    }),
  },
} satisfies RouteTable;
