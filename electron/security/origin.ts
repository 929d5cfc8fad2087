/** The window's only origin: everything else is foreign. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://ui`;
export const START_PAGE = `${ORIGIN}/`;

/** Whether a URL belongs to our own page. Parsed, never searched: `https://x/?next=app://ui` contains our origin. */
export function isOwnUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === `${SCHEME}:` && host === 'ui' && username === '' && password === '';
}
