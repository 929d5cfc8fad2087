import type { App, WebContents } from 'electron';
import { openExternalSafe, watchGestures } from './external.ts';
import { isOwnUrl } from './origin.ts';

/** Prevents pages from navigating away (E6): own origin only, no new windows, no webviews. */
export function guardNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

function guard(contents: WebContents): void {
  const stayHere = (details: { url: string; preventDefault(): void }): void => {
    if (!isOwnUrl(details.url)) details.preventDefault();
  };
  contents.on('will-navigate', stayHere);
  contents.on('will-frame-navigate', stayHere);
  contents.on('will-redirect', stayHere);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  watchGestures(contents);
  contents.setWindowOpenHandler(({ url }) => {
    void openExternalSafe(contents, url);
    return { action: 'deny' };
  });
}
