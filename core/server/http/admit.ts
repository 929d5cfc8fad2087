import { GUEST } from '../../domain/access/capabilities.ts';
import type { Credentials } from '../../domain/access/callers.ts';
import { RestError } from '../../errors.ts';
import type { Caller } from '../../types.ts';
import type { Exchange } from './answer.ts';
import { badCredentials } from './auth.ts';
import { checkBrowser, checkHost, type Verdict } from './gate.ts';

/** What the handler needs from the host of the server; evaluated again for every request. */
export interface Policy {
  authenticate(credentials: Credentials): Caller | 'bad' | null;
  anonymousRead(): boolean;
  allowedOrigins(): readonly string[];
  allowedHosts(): readonly string[];
}

/** What the first checks need to know about a server. */
export interface Admission {
  policy: Policy;
  readCredentials(header: string | undefined): Credentials;
  port: number;
  /** The server's own pages may call its API: only while it serves the interface. */
  ownUi: boolean;
  /** Called when a sign-in was refused. */
  refused(): void;
}

/** Steps 1 and 2: checks that the request is meant for us and that its page may send it (`security.md` 3.3). */
export function passGate(context: Admission, exchange: Exchange): void {
  const { req } = exchange;
  const { headers, method = '', url = '' } = req;
  const { allowedHosts, allowedOrigins } = context.policy;
  const host = checkHost({ rawHeaders: req.rawHeaders, target: url }, context.port, allowedHosts);
  if (!host.ok) {
    exchange.close = true;
    throw refusal(host);
  }
  const facts = { method, origin: headers.origin, secFetchSite: headers['sec-fetch-site'] };
  const ownOrigin = context.ownUi ? `http://${headers.host}` : undefined;
  const page = checkBrowser(facts, { ownOrigin, allowedOrigins });
  if (!page.ok) throw refusal(page);
  exchange.cors = page.cors;
  // Upgrades to other protocols are ignored; this is the one a page can attempt.
  if (headers.upgrade === undefined || !/websocket/i.test(headers.upgrade)) return;
  exchange.close = true;
  throw new RestError('rest_forbidden_origin', 'This server does not support WebSocket.', 403);
}

function refusal({ code, message, status }: Extract<Verdict, { ok: false }>): RestError {
  return new RestError(code, message, status);
}

/** Step 3: determines the caller. Credentials that are sent must be right, or the request ends with `refuseCredentials`. */
export function signIn(context: Admission, exchange: Exchange, credentials: Credentials): Caller | 'bad' {
  if (credentials.kind === 'none') return GUEST;
  const caller = credentials.kind === 'bad' ? 'bad' : context.policy.authenticate(credentials);
  if (caller === 'bad' || caller === null) return 'bad';
  exchange.authenticated = true;
  return caller;
}

/** Throws the answer to wrong credentials. */
export function refuseCredentials(context: Admission): never {
  context.refused();
  throw badCredentials();
}
