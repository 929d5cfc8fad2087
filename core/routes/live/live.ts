import { live } from '../../domain/live/live.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Live } from '../../schema/live/live.ts';

const mayRead = needs('read_history', 'rest_forbidden', 'Only editors and administrators can see the live site.');

/** The live site that this one is a copy of (`contract/extras.md`, `/live`). */
export const liveRoutes = {
  '/polydesk/v1/live': {
    GET: endpoint({
      summary: 'The live site this one is a copy of, and what differs; nothing is asked of it.',
      args: {},
      answers: Live,
      permit: mayRead,
      run: (site) => ({ body: live(site) }),
    }),
  },
} satisfies RouteTable;
