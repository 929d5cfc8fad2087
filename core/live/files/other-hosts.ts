import type { RestError } from '../../errors.ts';
import { networkOf, readSiteAddress } from '../address.ts';
import { createRemote, type Remote, type RemoteOptions } from '../remote.ts';

/** Hosts besides that of the live site from which files may be fetched, since somebody named them. */
export interface OtherHosts {
  /** The way to a host; undefined: nobody named it. Throws a `RestError` of `faults.ts` for what is no address of a site. */
  remoteOf(host: string): Remote | undefined;
  /** What every other file of a host would meet, too. */
  faults: Map<string, RestError>;
  /** Ends the connections that are kept open. */
  close(): void;
}

/**
 * Nobody is signed in there, and like the live site itself such a host is asked over https, but on this computer, and is never looked
 * for in the network of this computer unless it was named by its address.
 *
 * @param names as they stand in addresses: `cdn.example.com`, with a port where that has one
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

/** As `URL` writes it. */
const hostOf = (name: string): string => (URL.canParse(`https://${name}`) ? new URL(`https://${name}`).host : '');
