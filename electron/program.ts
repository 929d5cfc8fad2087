import type { Host } from '../core/server/host/folders.ts';
import type { Ui } from '../core/server/http/ui.ts';
import type { Prefs } from './prefs.ts';

/** Shared by all sites of a process. */
export interface Program {
  host: Host;
  /** The product's own version. */
  version: string;
  isPackaged: boolean;
  ui: Ui;
  prefs: Prefs;
  /** The built preload script. */
  preload: string;
  /** Logs a message. */
  note(text: string): void;
}
