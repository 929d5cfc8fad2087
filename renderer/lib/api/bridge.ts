import type { Bridge } from '../../../electron/commands.ts';

export type { Bridge, ServerState, Topics } from '../../../electron/commands.ts';

declare global {
  interface Window {
    /** The three functions of the preload script (E10); undefined in a browser. Used only by `lib/api.ts`. */
    polydesk?: Bridge;
  }
}
