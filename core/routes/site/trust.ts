import { asleep, wake } from '../../domain/access/asleep.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Asleep, WakeArgs } from '../../schema/site/trust.ts';

const mayManage = needs(
  'manage_server',
  'rest_forbidden',
  'What came in the site file is confirmed in the window or on the command line only.',
);

/** What of a file from elsewhere counts here (`contract/extras.md`). Kept outside of the site, so nothing of it is in the history. */
export const trustRoutes = {
  '/polydesk/v1/trust': {
    GET: endpoint({
      summary: 'What came in the site file and is asleep on this computer.',
      args: {},
      answers: Asleep,
      permit: mayManage,
      run: (site) => ({ body: asleep(site) }),
    }),
    POST: endpoint({
      summary: 'Confirms for this computer what came in the site file.',
      args: WakeArgs,
      answers: Asleep,
      traits: { noTransaction: true },
      permit: mayManage,
      run: (site, wish) => ({ body: wake(site, wish) }),
    }),
  },
} satisfies RouteTable;
