import { mount } from 'svelte';
import { openApi } from './lib/api/api.ts';
import { formatNumber, loadLocale } from './lib/messages/messages.svelte.ts';
import { preferences } from './lib/preferences.svelte.ts';
import { fetchScreen, readAhead } from './lib/screens.ts';
import { site } from './lib/site.svelte.ts';
import { liveTyped } from './lib/typed/store.ts';
import { app } from './lib/state.svelte.ts';
import './styles/tokens.css';
import './styles/base.css';

void start();

/** Not awaited above: the imported modules import from this file, and would wait until it has finished. */
async function start(): Promise<void> {
  preferences.apply();
  const chosen = preferences.open();
  // The data for the first screen is requested while the frame and the screen are loaded.
  const frame = import('./App.svelte');
  const texts = loadLocale(preferences.locale);
  const screen = fetchScreen(app.place.screen);
  await openApi();
  liveTyped();
  site.open();
  readAhead(app.place.screen);
  const facts = site.arrived();
  // The first formatted number makes the browser load its tables; now it is idle.
  void texts.then(() => formatNumber(0));
  const [{ default: App }] = await Promise.all([frame, texts, screen, chosen, facts]);
  const target = document.getElementById('app');
  if (target) mount(App, { target });
}
