import { shell, type WebContents } from 'electron';

/** Chromium's own limit for user activation. */
const GESTURE_MS = 5000;
const LONGEST = 2048;
const GESTURES: ReadonlySet<string> = new Set([
  'mouseDown',
  'mouseUp',
  'rawKeyDown',
  'keyDown',
  'gestureTap',
  'touchEnd',
]);

const gestures = new WeakMap<WebContents, number>();

/** Records when the user last clicked or typed in a page. */
export function watchGestures(contents: WebContents): void {
  contents.on('input-event', (_event, input) => {
    if (GESTURES.has(input.type)) gestures.set(contents, performance.now());
  });
}

/**
 * Opens a URL in the browser or mail program: the only way out (E8). One URL per click or key press. False: nothing was opened.
 */
export async function openExternalSafe(contents: WebContents, url: string): Promise<boolean> {
  const safe = externalAddress(url);
  if (safe === undefined || !takeGesture(contents)) return false;
  try {
    await shell.openExternal(safe);
    return true;
  } catch (error) {
    // The system has no program for it. Clicking a link must not crash the program with all its sites.
    process.stderr.write(`No program opened ${safe}: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

/**
 * The URL if it may be opened externally, or undefined: `https:`, `mailto:` and the preview of the finished site on this
 * computer; no credentials, no mail attachments.
 */
export function externalAddress(url: string): string | undefined {
  // Chromium has already escaped these: here they indicate an attempt at ambiguous parsing.
  if (url.length >= LONGEST || /[\s\\\p{Cc}]/u.test(url) || !URL.canParse(url)) return undefined;
  const { protocol, username, password, host, href, searchParams } = new URL(url);
  const isPreview = protocol === 'http:' && /^[a-z0-9.-]+\.localhost:\d+$/.test(host);
  const isPage = (isPreview || (protocol === 'https:' && host !== '')) && username === '' && password === '';
  const isMail =
    protocol === 'mailto:' && [...searchParams.keys()].every((name) => MAIL_FIELDS.has(name.toLowerCase()));
  return isPage || isMail ? href : undefined;
}

/** `attach` and similar fields make some mail programs attach a file. */
const MAIL_FIELDS: ReadonlySet<string> = new Set(['to', 'cc', 'bcc', 'subject', 'body']);

function takeGesture(contents: WebContents): boolean {
  const at = gestures.get(contents);
  gestures.delete(contents);
  return at !== undefined && performance.now() - at < GESTURE_MS;
}
