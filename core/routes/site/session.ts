import * as v from 'valibot';
import { CODE_MS, IDLE_MS, sessionsOf } from '../../domain/access/sessions.ts';
import { RestError } from '../../errors.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { SessionCode, SessionToken } from '../../schema/site/session.ts';

const mayMakeLinks = needs(
  'manage_server',
  'rest_forbidden',
  'Links to sign in are made in the interface or on the command line only.',
);

/** Signing in to the interface in a browser (`contract/extras.md`). */
export const sessionRoutes = {
  '/polydesk/v1/session': {
    POST: endpoint({
      summary:
        'Exchanges the code of a start link for the token of a session; without a code, makes the code of another link.',
      args: {
        code: v.optional(
          v.pipe(v.string(), v.maxLength(100), v.description('The text after "#code=" of the start link.')),
        ),
      },
      answers: v.union([SessionToken, SessionCode]),
      traits: { noTransaction: true, log: 'nothing', signsInBy: 'code' },
      permit: (site, params, call) => (params.code === undefined ? mayMakeLinks(site, params, call) : undefined),
      run(site, { code }) {
        const sessions = sessionsOf(site);
        if (!sessions) throw new RestError('polydesk_not_found', 'This server has no interface to sign in to.', 404);
        const headers = { 'Cache-Control': 'no-store' };
        if (code === undefined) return { headers, body: { code: sessions.newCode(), expires_in: CODE_MS / 1000 } };
        const token = sessions.exchange(code);
        if (token === undefined)
          throw new RestError('polydesk_invalid_code', 'This link was already used or has expired.', 401);
        return { headers, body: { token, expires_in: IDLE_MS / 1000 } };
      },
    }),
  },
} satisfies RouteTable;
