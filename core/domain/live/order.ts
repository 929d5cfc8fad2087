import { RestError } from '../../errors.ts';
import { MASK } from '../../schema/wire/mask.ts';
import type { Site } from '../../site.ts';
import { connectedSite } from '../../store/live/sites.ts';
import type { OutboundRequest } from '../../types.ts';
import { isAwake } from './live.ts';

/** Connection data from a request. `sealed`: IDs that replace secrets. */
export interface ConnectionOrder {
  url: string;
  user: string;
  password: string;
  /** Used instead, without being stored. */
  password_once: string;
  in_my_network: boolean;
  sealed: readonly string[];
}

/** The outbound request to probe a live site: with the given password, else the stored one of the same address and user. */
export function orderConnection(
  site: Site,
  kind: 'live_probe' | 'live_connect',
  { url, user, password: stored, password_once, in_my_network, sealed }: ConnectionOrder,
): OutboundRequest {
  const password = password_once === '' ? stored : password_once;
  // Checks only whether the address is that of a site, and which: without signing in.
  if (kind === 'live_probe' && user === '' && password === '')
    return { kind, secret: '', input: { url, user, in_my_network } };
  const row = connectedSite(site.db);
  const isKept = password === '' || password === MASK;
  if (isKept && !(row && row.url === url.trim().replace(/\/+$/, '') && row.user === user && isAwake(site, row)))
    throw new RestError('polydesk_live_no_password', 'Enter the application password of this user.', 400);
  if (!isKept && !sealed.includes(password))
    throw new RestError('polydesk_live_no_password', 'Send the password in the body of the request.', 400);
  return {
    kind,
    secret: isKept && row ? row.secret : password,
    input: { url, user, in_my_network, keep: password_once === '' },
  };
}
