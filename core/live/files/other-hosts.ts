import type { RestError } from '../../errors.ts';
import { networkOf, readSiteAddress } from '../address.ts';
import { createRemote, type Remote, type RemoteOptions } from '../remote.ts';

/** Hosts other than the live site's that the user has allowed for file downloads. */
export interface OtherHosts {
  /** A client for a host; undefined: not allowed. Throws a `RestError` of `faults.ts` for an invalid address. */
  remoteOf(host: string): Remote | undefined;
  /** Faults that would affect every other file of a host, by host. */
  faults: Map<string, RestError>;
  /** Closes keep-alive connections. */
  close(): void;
}

/**
 * Requests are sent without credentials. As for the live site itself, such a host is called over https, except on this computer,
 * and only in the public network, unless it was named by IP address.
 *
 * @param names as in addresses: `cdn.example.com`, with a port if any
 */
export function openOtherHosts(
  names: readonly string[],
  version: string,
  options: Pick<RemoteOptions, 'limits' | 'resolve'> = {},
): OtherHosts {
  const allowed = new Set(names.map(hostOf));
  const open = new Map<string, Remote>();
  return {
    faults: new Map(),
    remoteOf(host) {
      if (!allowed.has(host)) return undefined;
      const known = open.get(host);
      if (known) return known;
      const address = readSiteAddress(host);
      const remote = createRemote({ ...options, address, network: networkOf(address, false), version });
      open.set(host, remote);
      return remote;
    },
    close() {
      for (const remote of open.values()) remote.close();
    },
  };
}

/** Normalised as by `URL`. */
const hostOf = (name: string): string => (URL.canParse(`https://${name}`) ? new URL(`https://${name}`).host : '');
