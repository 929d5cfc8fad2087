import type { Dict } from '../../core/types.ts';
import type { Read } from './api/answers.ts';
import { api } from './api/api.ts';
import { Resource } from './resource.svelte.ts';

/** The settings response: the known fields, and any that a later version adds. */
export type SettingsAnswer = Read<'/pll/v1/settings'> & Dict;

export const SETTINGS_PATH = '/pll/v1/settings';

/** The stored settings and their schema. Separate from their screen, so that they can be prefetched before it is loaded. */
export const settingsData = {
  stored: new Resource<SettingsAnswer>(() => api.get(SETTINGS_PATH), { kinds: ['settings', 'language', 'site'] }),
  route: new Resource(() => api.options(SETTINGS_PATH), { kinds: [] }),
};
