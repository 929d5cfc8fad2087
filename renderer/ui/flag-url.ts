import { pictureUrl } from '../lib/api/api.ts';

/** Copies of flags, by code; "" where there is none. */
const copies = new Map<string, Promise<string>>();
/** Whether the server serves pictures to guests: an `<img>` cannot send the token. */
let isOpenToGuests = true;

/** The URL of a flag; "" if there is none. Undefined if it must be fetched with our token: `copyFlag`. */
export function flagUrl(code: string): string | undefined {
  if (!/^[a-z-]+$/.test(code)) return '';
  return isOpenToGuests ? `/polydesk/flags/${code}.svg` : undefined;
}

/** Fetches an image that failed to load with our token, once per code. "" if that fails too. */
export function copyFlag(code: string): Promise<string> {
  const known = copies.get(code);
  if (known) return known;
  const copy = pictureUrl(`/polydesk/flags/${code}.svg`).catch(() => '');
  copies.set(code, copy);
  void copy.then((found) => {
    if (found.startsWith('blob:')) isOpenToGuests = false;
    // A failure while the server was unreachable may be retried.
    if (found === '') copies.delete(code);
  });
  return copy;
}
