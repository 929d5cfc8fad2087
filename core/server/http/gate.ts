/**
 * The gate: which requests the local server accepts at all (`security.md` 3.3). Pure functions; nothing of a refused request is
 * executed. Texts are compared whole: no prefixes, no parsing, no wildcards.
 */

export type Verdict = { ok: true; cors?: string } | { ok: false; status: number; code: string; message: string };

export interface HostFacts {
  /** Names and values alternating, as received: only here can a second Host header be seen. */
  rawHeaders: readonly string[];
  /** The target as it is in the request line. */
  target: string;
}

/**
 * Whether this request is meant for us: one Host header, naming loopback with our port or an address the user added, and a target
 * in origin form. A page whose name was rebound to 127.0.0.1 fails here, since its Host names itself.
 */
export function checkHost(facts: HostFacts, port: number, allowedHosts: () => readonly string[]): Verdict {
  const host = onlyHost(facts.rawHeaders);
  if (host === undefined || !isOriginForm(facts.target)) return WRONG_HOST;
  const name = host.toLowerCase();
  const own = name === `127.0.0.1:${port}` || name === `localhost:${port}` || name === `[::1]:${port}`;
  return own || allowedHosts().some((allowed) => name === withPort(allowed, port)) ? PASS : WRONG_HOST;
}

export interface BrowserFacts {
  method: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
}

export interface Trusted {
  /** The server's own origin, only while it serves the interface itself. */
  ownOrigin?: string | undefined;
  /** Full origins added by the user. */
  allowedOrigins: () => readonly string[];
}

/**
 * Whether this page may send requests. Rows as in the table of 3.3, top to bottom. `cors` is the origin that gets CORS headers.
 */
export function checkBrowser({ method, origin, secFetchSite }: BrowserFacts, trusted: Trusted): Verdict {
  if (origin !== undefined) {
    if (trusted.ownOrigin === origin && secFetchSite === 'same-origin') return PASS;
    // `null` stands for every sandboxed page: not even a list that contains it admits it.
    const isAllowed = origin !== 'null' && trusted.allowedOrigins().includes(origin);
    return isAllowed ? { ok: true, cors: origin } : WRONG_ORIGIN;
  }
  if (secFetchSite === undefined || secFetchSite === 'same-origin') return PASS;
  // The user typed the address or followed a bookmark: reading only.
  if (secFetchSite === 'none' && (method === 'GET' || method === 'HEAD')) return PASS;
  return WRONG_ORIGIN;
}

const PASS: Verdict = { ok: true };
const WRONG_HOST: Verdict = {
  ok: false,
  status: 421,
  code: 'rest_invalid_host',
  message: 'The Host header does not name this server.',
};
const WRONG_ORIGIN: Verdict = {
  ok: false,
  status: 403,
  code: 'rest_forbidden_origin',
  message: 'Requests from this origin are not allowed.',
};

/** The value of the Host header, if there is exactly one. */
function onlyHost(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[at + 1];
  }
  return host;
}

/** `/path`, not `http://host/path`, `*` or `host:port`. */
function isOriginForm(target: string): boolean {
  return target.startsWith('/');
}

/** A name the user added means our port, unless it includes another one (a forwarded port). */
function withPort(allowed: string, port: number): string {
  const name = allowed.toLowerCase();
  return /:\d+$/.test(name) ? name : `${name}:${port}`;
}
