import type { SettingsValue } from '../../core/schema/settings.ts';
import type { Dict } from '../../core/types.ts';
import { api } from './api.ts';
import type { RouteDescription } from './forms.ts';
import { Resource } from './resource.svelte.ts';

/** What the API answers: the fields we know, and any that a later version adds. */
export type SettingsAnswer = SettingsValue & Dict;

export const SETTINGS_PATH = '/pll/v1/settings';

/** The settings as stored, and what describes them. Apart from their screen, so that they can be asked for before it is here. */
export const settingsData = {
  stored: new Resource(() => api.get<SettingsAnswer>(SETTINGS_PATH), { kinds: ['settings', 'language', 'site'] }),
  route: new Resource(() => api.options<RouteDescription>(SETTINGS_PATH), { kinds: [] }),
};
