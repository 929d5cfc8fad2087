/** A place in a site, as `polydesk://site/ID/posts/812?lang=ar` names it. Where it leads is for the site to say. */
export interface DeepLink {
  siteId: string;
  /** "": the site as it is. */
  screen: string;
  /** "": the screen as it is. */
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
 * Reads a link that a browser or another program hands over. It is compared letter by letter and never decoded; one that
 * says anything else than a place is not a link of ours, whatever it means.
 */
export function readDeepLink(text: string): DeepLink | undefined {
  if (text.length > LONGEST) return undefined;
  const [, siteId, screen = '', item = '', lang = ''] = LINK.exec(text) ?? [];
  return siteId === undefined ? undefined : { siteId, screen, item, lang };
}
