/**
 * Names of the settings that exist on both sides: those of `pll/v1/settings`, of `wp/v2/settings`, and strings through our
 * plugin.
 */
export const SETTINGS_NAMES = ['languages', 'site', 'strings'] as const;
export type SettingsName = (typeof SETTINGS_NAMES)[number];

/** Settings that change every address of a site or the nature of its items: pushed only if named (`live-site.md` 11). */
export const CAREFUL_SETTINGS = ['force_lang', 'domains', 'rewrite', 'hide_default', 'default_lang'] as const;

export const isCareful = (name: string): boolean => CAREFUL_SETTINGS.some((one) => one === name);
