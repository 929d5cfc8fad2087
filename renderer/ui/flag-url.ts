import { pictureUrl } from '../lib/api/api.ts';

/** Copies of flags, by code; "" where there is none. */
const copies = new Map<string, Promise<string>>();
/** Whether the server shows pictures to guests: a picture on the page cannot sign in. */
let isOpenToGuests = true;

/** Where the picture of a flag is; "" where there is none. Undefined where it has to be fetched with our sign-in: `copyFlag`. */
export function flagUrl(code: string): string | undefined {
  if (!/^[a-z-]+$/.test(code)) return '';
  return isOpenToGuests ? `/polydesk/flags/${code}.svg` : undefined;
}

/** For a picture that did not come: fetched with our sign-in, once per code. "" when that fails too. */
export function copyFlag(code: string): Promise<string> {
  const known = copies.get(code);
  if (known) return known;
  const copy = pictureUrl(`/polydesk/flags/${code}.svg`).catch(() => '');
  copies.set(code, copy);
  void copy.then((found) => {
    if (found.startsWith('blob:')) isOpenToGuests = false;
    // What failed because the server was away may come the next time.
    if (found === '') copies.delete(code);
  });
  return copy;
}
