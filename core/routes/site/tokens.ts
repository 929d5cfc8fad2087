import * as v from 'valibot';
import { createToken, listTokens, revokeToken } from '../../domain/access/tokens.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { NewToken, Token, TokenAnswer } from '../../schema/site/token.ts';

const mayList = needs('manage_options', 'rest_forbidden', 'Only an administrator can see the tokens.');
// A stored token may neither create nor revoke tokens (`security.md` 3.4).
const mayManage = needs(
  'manage_server',
  'rest_forbidden',
  'Tokens are made and revoked in the window or on the command line only.',
);

/** Tokens for programs (`contract/extras.md`). */
export const tokenRoutes = {
  '/polydesk/v1/tokens': {
    GET: endpoint({
      summary: 'Every token, without its secret.',
      args: {},
      answers: v.array(TokenAnswer),
      permit: mayList,
      run: (site) => ({ body: listTokens(site) }),
    }),
    POST: endpoint({
      summary: 'Makes a token; the only time its secret is answered.',
      args: {
        name: Token.entries.name,
        role: Token.entries.role,
        user: Token.entries.user,
        expires_at: Token.entries.expires_at,
      },
      answers: NewToken,
      traits: { batch: true, log: 'request' },
      permit: mayManage,
      run(site, request) {
        const { token, view } = createToken(site, request);
        return { status: 201, body: { ...view, token }, summary: { code: 'token.made', params: { name: view.name } } };
      },
    }),
  },
  '/polydesk/v1/tokens/{id}': {
    DELETE: endpoint({
      summary: 'Revokes a token.',
      args: { id: v.pipe(v.number(), v.integer(), v.description('Number of the token.')) },
      answers: v.object({ deleted: v.boolean(), previous: TokenAnswer }),
      traits: { batch: true },
      permit: mayManage,
      run(site, { id }) {
        const previous = revokeToken(site, id);
        return {
          body: { deleted: true, previous },
          summary: { code: 'token.revoked', params: { name: previous.name } },
        };
      },
    }),
  },
} satisfies RouteTable;
