// Files stored locally, determined by their URL.

/** The facts needed for a thumbnail. */
export interface FileFacts {
  id: number;
  source_url: string;
  mime_type: string;
  filename: string;
  filesize: number;
  media_details: { width?: number; height?: number };
}

const HELD = /^\/polydesk\/files\/\d{4}\/\d\d\/[^/]+$/;

/** The path of a locally stored file; undefined if only a remote URL is known, which is never fetched. */
export function heldPath({ source_url }: Pick<FileFacts, 'source_url'>): string | undefined {
  if (HELD.test(source_url)) return source_url;
  if (!URL.canParse(source_url)) return undefined;
  const { pathname, hostname } = new URL(source_url);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return isHere && HELD.test(pathname) ? pathname : undefined;
}
