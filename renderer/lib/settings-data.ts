import type { Dict } from '../../core/types.ts';
import type { Read } from './api/answers.ts';
import { api } from './api/api.ts';
import { Resource } from './resource.svelte.ts';

/** What the API answers: the fields we know, and any that a later version adds. */
export type SettingsAnswer = Read<'/pll/v1/settings'> & Dict;

export const SETTINGS_PATH = '/pll/v1/settings';

/** The settings as stored, and what describes them. Apart from their screen, so that they can be asked for before it is here. */
export const settingsData = {
  stored: new Resource<SettingsAnswer>(() => api.get(SETTINGS_PATH), { kinds: ['settings', 'language', 'site'] }),
  route: new Resource(() => api.options(SETTINGS_PATH), { kinds: [] }),
};
