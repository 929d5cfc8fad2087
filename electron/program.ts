import type { Host } from '../core/server/host/folders.ts';
import type { Ui } from '../core/server/http/ui.ts';
import type { Prefs } from './prefs.ts';

/** What all sites of one start share. */
export interface Program {
  host: Host;
  /** The product's own version. */
  version: string;
  isPackaged: boolean;
  ui: Ui;
  prefs: Prefs;
  /** The built preload script. */
  preload: string;
  /** Hears what is worth knowing besides. */
  note(text: string): void;
}
