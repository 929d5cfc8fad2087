import { BlockList, isIP } from 'node:net';
import { liveFault } from './faults.ts';

/** The network an address belongs to (`live-site.md` 8). `never`: no website has it. */
export type NetworkClass = 'public' | 'private' | 'loopback' | 'never';

/** A live site as the client connects to it. */
export interface SiteAddress {
  /** Without trailing slash: `https://example.com/blog`. */
  url: string;
  /** `https://example.com` */
  origin: string;
  /** Without port and brackets. */
  host: string;
}

/** Commonly copied along with the address of a site. */
const TAILS = /\/(?:wp-admin|wp-login\.php|wp-json|index\.php)(?:\/.*)?$/;

/**
 * Parses the address of a site as typed: without a scheme, https is assumed, and http on this computer. Throws a `RestError` for
 * an invalid address, for http to another computer, and for a user name or password in it.
 */
export function readSiteAddress(typed: string): SiteAddress {
  const text = typed.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') throw liveFault('address');
  const url = parse(scheme === undefined ? `https://${text}` : text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.username !== '' || url.password !== '' || !isHost(host)) throw liveFault('address');
  if (scheme === undefined && isLoopbackHost(host)) url.protocol = 'http:';
  if (url.protocol === 'http:' && !isLoopbackHost(host)) throw liveFault('insecure');
  const path = url.pathname.replace(TAILS, '').replace(/\/+$/, '');
  return { url: url.origin + path, origin: url.origin, host };
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw liveFault('address');
  }
}

/** A name with a dot, an IP address, or this computer. */
function isHost(host: string): boolean {
  return isIP(host) !== 0 || isLoopbackHost(host) || /^[^.]+(?:\.[^.]+)+$/.test(host);
}

function isLoopbackHost(host: string): boolean {
  return /(?:^|\.)localhost$/.test(host) || classOfIp(host) === 'loopback';
}

type Subnet = readonly [address: string, bits: number];
const listOf = (...subnets: Subnet[]): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
};

const LOOPBACK = listOf(['127.0.0.0', 8], ['::1', 128]);
/** "This network", link-local (cloud metadata services), multicast and reserved ranges. */
const NEVER = listOf(['0.0.0.0', 8], ['169.254.0.0', 16], ['224.0.0.0', 3], ['::', 128], ['fe80::', 10], ['ff00::', 8]);
/** Private networks, shared provider networks (CGNAT), benchmarks, unique local addresses. */
const PRIVATE = listOf(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['fc00::', 7],
  ['fec0::', 10],
);

/** The class of an IP address; `never` if it is not one. An IPv4 address embedded in IPv6 counts as itself. */
export function classOfIp(address: string): NetworkClass {
  const plain = embeddedIpv4(address) ?? address;
  const version = isIP(plain);
  if (version === 0) return 'never';
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (LOOPBACK.check(plain, family)) return 'loopback';
  if (NEVER.check(plain, family)) return 'never';
  return PRIVATE.check(plain, family) ? 'private' : 'public';
}

/** Mapped (`::ffff:10.0.0.1`), translated (`64:ff9b::`) and 6to4 addresses, in any notation. */
function embeddedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const words = wordsOfIpv6(address);
  const [a = 0, b = 0] = words;
  const isMapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff;
  const isTranslated = a === 0x64 && b === 0xff9b;
  if (isMapped || isTranslated) return dotted(words[6] ?? 0, words[7] ?? 0);
  return a === 0x2002 ? dotted(b, words[2] ?? 0) : undefined;
}

/** The eight words of an IPv6 address, which the platform has normalised to its short form. */
function wordsOfIpv6(address: string): number[] {
  const short = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
  const [before, after] = [read(head), read(tail ?? '')];
  return tail === undefined
    ? before
    : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The network a site may be in: that of a literal IP address, a local one if a person allowed it, else the public one. */
export function networkOf({ host }: SiteAddress, isMine: boolean): Exclude<NetworkClass, 'never'> {
  const own = isIP(host) === 0 ? undefined : classOfIp(host);
  if (own === 'never') throw liveFault('forbidden_network');
  if (own !== undefined) return own;
  if (/(?:^|\.)localhost$/.test(host)) return 'loopback';
  return isMine ? 'private' : 'public';
}
