/** All IPC channels (E9). Defined once for the preload script and the main process. */
export const CHANNELS = { rest: 'polydesk:rest', run: 'polydesk:run', news: 'polydesk:news' } as const;

/** Events the main process sends to pages. */
export const TOPICS = ['change', 'states', 'command', 'server', 'place', 'recent', 'preferences'] as const;
