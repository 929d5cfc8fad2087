import type { Site } from '../../site.ts';
import { encodeBlockJson, jsonStrings } from '../../units/json-strings.ts';
import { betterLink, isDeadLink, type LinkedVersion } from '../content/linked-item.ts';

/** Judges the links of items. */
export interface Links {
  /** A better target for a link in an item of a group. */
  better(address: string, group: number): string | undefined;
  /** Whether it leads to no item of the site. */
  isDead(address: string): boolean;
}

/**
 * Looks up each address once, because most links lead to the same few pages. A link to another version of the same item is
 * intentional.
 */
export function linksOnce(site: Site, language: number): Links {
  const known = new Map<string, LinkedVersion | undefined>();
  const dead = new Map<string, boolean>();
  return {
    better(address, group) {
      if (!known.has(address)) known.set(address, betterLink(site, address, language));
      const found = known.get(address);
      const anchor = /#.*$/.exec(address)?.[0] ?? '';
      return found && found.group !== group ? `${found.address}${anchor}` : undefined;
    },
    isDead(address) {
      const found = dead.get(address) ?? isDeadLink(site, address);
      dead.set(address, found);
      return found;
    },
  };
}

/** Replaces link targets that have a better one, in tags and in the attributes of blocks. */
export function withBetterLinks(content: string, better: (address: string) => string | undefined): string {
  const mended = (whole: string, before: string, address: string, after: string): string => {
    const found = better(address.replaceAll('&amp;', '&'));
    return found === undefined ? whole : `${before}${found.replaceAll('&', '&amp;')}${after}`;
  };
  return content
    .replace(/(<a(?:rea)?\s(?:[^>]*?\s)?href=")([^"]*)(")/gi, mended)
    .replace(/(<a(?:rea)?\s(?:[^>]*?\s)?href=')([^']*)(')/gi, mended)
    .replace(
      /(<!--\s+wp:\S+\s+)(\{[^]*?\})(\s+\/?-->)/g,
      (_, before: string, json: string, after: string) => before + withBetterAttributes(json, better) + after,
    );
}

/** Attributes of blocks that contain an address. */
const ADDRESSES = new Set(['url', 'href', 'link']);

function withBetterAttributes(json: string, better: (address: string) => string | undefined): string {
  let [made, done] = ['', 0];
  for (const { path, value, start, end } of jsonStrings(json)) {
    const found = ADDRESSES.has(path.at(-1) ?? '') ? better(value) : undefined;
    if (found === undefined) continue;
    made += json.slice(done, start) + encodeBlockJson(found);
    done = end;
  }
  return made + json.slice(done);
}
