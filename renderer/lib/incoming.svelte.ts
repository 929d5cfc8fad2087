import { app } from './state.svelte.ts';

let file = $state.raw<File | null>(null);

/** A file that was dropped or chosen somewhere: goes to the import, which takes it. */
export function offerFile(offered: File): void {
  file = offered;
  app.go('transfer');
}

/** The file that waits, once. For the screen of the import. */
export function takeFile(): File | null {
  const taken = file;
  if (taken) file = null;
  return taken;
}
