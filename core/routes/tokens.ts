import * as v from 'valibot';
import { createToken, listTokens, revokeToken } from '../domain/tokens.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { Token } from '../schema/token.ts';

const mayList = needs('manage_options', 'rest_forbidden', 'Only an administrator can see the tokens.');
// A stored token never makes or revokes one (`reliability-and-security.md` 3.4).
const mayManage = needs(
  'manage_server',
  'rest_forbidden',
  'Tokens are made and revoked in the window or on the command line only.',
);

/** `polydesk/v1/tokens` (`contract/extras.md`): who may come in. */
export const tokens: Route = {
  namespace: 'polydesk/v1',
  path: '/tokens',
  item: { title: 'token', schema: Token },
  endpoints: [
    endpoint({ methods: ['GET'], args: {}, permit: mayList, run: (site) => ({ body: listTokens(site) }) }),
    endpoint({
      methods: ['POST'],
      args: {
        name: Token.entries.name,
        role: Token.entries.role,
        user: Token.entries.user,
        expires_at: Token.entries.expires_at,
      },
      batch: true,
      permit: mayManage,
      run(site, wish) {
        const { token, view } = createToken(site, wish);
        return { status: 201, body: { ...view, token }, summary: `Made the token "${view.name}"` };
      },
    }),
  ],
};

/** `polydesk/v1/tokens/{id}`: DELETE revokes. */
export const token: Route = {
  namespace: 'polydesk/v1',
  path: '/tokens/(?P<id>[\\d]+)',
  item: { title: 'token', schema: Token },
  endpoints: [
    endpoint({
      methods: ['DELETE'],
      args: { id: v.pipe(v.number(), v.integer(), v.description('Number of the token.')) },
      batch: true,
      permit: mayManage,
      run(site, { id }) {
        const previous = revokeToken(site, id);
        return { body: { deleted: true, previous }, summary: `Revoked the token "${previous.name}"` };
      },
    }),
  ],
};
