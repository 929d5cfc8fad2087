import { mount } from 'svelte';
import App from './App.svelte';
import { openApi } from './lib/api.ts';
import { loadLocale } from './lib/messages/messages.svelte.ts';
import { preferences } from './lib/preferences.svelte.ts';
import './styles/tokens.css';
import './styles/base.css';

preferences.apply();
await Promise.all([loadLocale(preferences.locale), openApi()]);
const target = document.getElementById('app');
if (target) mount(App, { target });
