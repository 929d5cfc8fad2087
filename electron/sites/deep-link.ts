/** A place in a site, as in `polydesk://site/ID/posts/812?lang=ar`. The site determines where it leads. */
export interface DeepLink {
  siteId: string;
  /** "": no specific screen. */
  screen: string;
  /** "": no specific item. */
  item: string;
  /** "": the item itself; else its version in this language. */
  lang: string;
}

export const LINK_SCHEME = 'polydesk';
const LONGEST = 300;
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const WORD = '[a-z0-9][a-z0-9_-]{0,63}';
const LINK = new RegExp(`^${LINK_SCHEME}://site/(${ID})(?:/(${WORD})(?:/(${WORD}))?)?/?(?:\\?lang=(${WORD}))?$`);

/**
 * Parses a link passed by a browser or another program. It is matched literally and never decoded; anything but a place is
 * rejected, whatever it means.
 */
export function readDeepLink(text: string): DeepLink | undefined {
  if (text.length > LONGEST) return undefined;
  const [, siteId, screen = '', item = '', lang = ''] = LINK.exec(text) ?? [];
  return siteId === undefined ? undefined : { siteId, screen, item, lang };
}
