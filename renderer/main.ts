import { mount } from 'svelte';
import { openApi } from './lib/api.ts';
import { loadLocale } from './lib/messages/messages.svelte.ts';
import { preferences } from './lib/preferences.svelte.ts';
import { site } from './lib/site.svelte.ts';
import './styles/tokens.css';
import './styles/base.css';

preferences.apply();
// While the screens are fetched and read, the site is asked for what they will show.
const screens = import('./App.svelte');
await openApi();
site.open();
const [{ default: App }] = await Promise.all([screens, loadLocale(preferences.locale)]);
const target = document.getElementById('app');
if (target) mount(App, { target });
