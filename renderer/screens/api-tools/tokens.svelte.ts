import type { TokenView } from '../../../core/schema/site/token.ts';
import type { Role } from '../../../core/types.ts';
import { api } from '../../lib/api/api.ts';
import { Resource } from '../../lib/resource.svelte.ts';

/** The tokens, and whether this page may create and revoke them. */
export interface TokenList {
  tokens: TokenView[];
  mayManage: boolean;
}

/** A token in the response to its creation, the only one that contains it. */
export type NewToken = TokenView & { token: string };

export interface TokenForm {
  name: string;
  role: Role;
  /** Days from now; "never", or "date" for the day in `expires_at`. */
  lasts: string;
  /** A date: `2027-02-19`. */
  expires_at: string;
}

export const ROLES: readonly Role[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];

/** Shared by the count in the header and the list. The response includes the page's permissions. */
export const tokens = new Resource<TokenList>(
  async () => {
    const { body, headers } = await api.list('/polydesk/v1/tokens');
    return { tokens: body, mayManage: (headers['allow'] ?? '').includes('POST') };
  },
  { kinds: ['token'] },
);

/** Whether a token is currently valid. */
export function isActive(token: TokenView): boolean {
  return token.revoked_at === '' && !isExpired(token);
}

export function isExpired({ expires_at }: TokenView): boolean {
  return expires_at !== '' && Date.parse(expires_at) <= Date.now();
}

export function activeTokens(list: TokenList): TokenView[] {
  return list.tokens.filter(isActive);
}

/** Valid ones first, then newest first. */
export function inOrder(list: readonly TokenView[]): TokenView[] {
  const rank = (token: TokenView) => (isActive(token) ? 0 : 1);
  return list.toSorted((a, b) => rank(a) - rank(b) || b.id - a.id);
}

/** Creates a token. The list is reloaded, since there is no notice. */
export async function createToken({ name, role, lasts, expires_at }: TokenForm): Promise<NewToken> {
  const ends = lasts === 'date' ? endOfDay(expires_at) : lasts === 'never' ? undefined : inDays(Number(lasts));
  const body = { name: name.trim(), role, ...(ends !== undefined && { expires_at: ends }) };
  const answer = await api.post('/polydesk/v1/tokens', body);
  void tokens.reload();
  return answer.body;
}

/** Revokes a token: it is rejected from the next request on. */
export async function revokeToken(id: number): Promise<void> {
  await api.delete(`/polydesk/v1/tokens/${id}`);
  await tokens.reload();
}

/** The token without its display spaces, for use in programs. */
export function bare(token: string): string {
  return token.replaceAll(' ', '');
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

/** The end of the chosen day, in the user's time zone. An invalid date is sent as it is, and rejected by the server. */
function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}
