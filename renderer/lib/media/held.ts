// Files of the site that lie on this computer, as far as an address tells.

/** What is shown of a file in a small picture. */
export interface FileFacts {
  id: number;
  source_url: string;
  mime_type: string;
  filename: string;
  filesize: number;
  media_details: { width?: number; height?: number };
}

const HELD = /^\/polydesk\/files\/\d{4}\/\d\d\/[^/]+$/;

/** The path of the file where this site holds it; undefined for one of which only the address is known: that is never fetched. */
export function heldPath({ source_url }: Pick<FileFacts, 'source_url'>): string | undefined {
  if (HELD.test(source_url)) return source_url;
  if (!URL.canParse(source_url)) return undefined;
  const { pathname, hostname } = new URL(source_url);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return isHere && HELD.test(pathname) ? pathname : undefined;
}
