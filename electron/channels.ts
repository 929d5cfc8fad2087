/** Every IPC channel there is (E9). Written once: the preload script and the main process both take the names from here. */
export const CHANNELS = { rest: 'polydesk:rest', run: 'polydesk:run', news: 'polydesk:news' } as const;

/** What the main process tells pages of its own accord. */
export const TOPICS = ['change', 'states', 'command', 'server', 'place', 'recent', 'preferences'] as const;
