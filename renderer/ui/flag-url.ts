import { pictureUrl } from '../lib/api.ts';

const urls = new Map<string, Promise<string>>();

/** The picture of a flag, fetched once per code; "" where there is none. */
export function flagUrl(code: string): Promise<string> {
  if (!/^[a-z-]+$/.test(code)) return Promise.resolve('');
  const known = urls.get(code);
  if (known) return known;
  const url = pictureUrl(`/polydesk/flags/${code}.svg`).catch(() => '');
  urls.set(code, url);
  // What failed because the server was away may come the next time.
  void url.then((found) => found === '' && urls.delete(code));
  return url;
}
