import { confirmAccess, unconfirmedAccess } from '../../domain/access/unconfirmed.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { UnconfirmedAccess, ConfirmArgs } from '../../schema/site/trust.ts';

const mayManage = needs(
  'manage_server',
  'rest_forbidden',
  'What came in the site file is confirmed in the window or on the command line only.',
);

/**
 * Which parts of a file from elsewhere are trusted here (`contract/extras.md`). Stored outside of the site, so the history has
 * none of it.
 */
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
