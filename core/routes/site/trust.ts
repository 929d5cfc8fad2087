import { confirmAccess, unconfirmedAccess } from '../../domain/access/unconfirmed.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { UnconfirmedAccess, ConfirmArgs } from '../../schema/site/trust.ts';

const mayManage = needs(
  'manage_server',
  'rest_forbidden',
  'What came in the site file is confirmed in the window or on the command line only.',
);

/** What of a file from elsewhere counts here (`contract/extras.md`). Kept outside of the site, so nothing of it is in the history. */
export const trustRoutes = {
  '/polydesk/v1/trust': {
    GET: endpoint({
      summary: 'What came in the site file and is not confirmed on this computer.',
      args: {},
      answers: UnconfirmedAccess,
      permit: mayManage,
      run: (site) => ({ body: unconfirmedAccess(site) }),
    }),
    POST: endpoint({
      summary: 'Confirms for this computer what came in the site file.',
      args: ConfirmArgs,
      answers: UnconfirmedAccess,
      traits: { noTransaction: true },
      permit: mayManage,
      run: (site, chosen) => ({ body: confirmAccess(site, chosen) }),
    }),
  },
} satisfies RouteTable;
