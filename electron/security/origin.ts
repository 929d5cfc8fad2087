/** The one origin of the window: everything else is a stranger. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://ui`;
export const START_PAGE = `${ORIGIN}/`;

/** Is this an address of our own page? Taken apart, never searched: `https://x/?next=app://ui` contains our origin. */
export function isOwnUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === `${SCHEME}:` && host === 'ui' && username === '' && password === '';
}
