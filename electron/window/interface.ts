import { watch } from 'node:fs';
import { readUi, type Ui } from '../../core/server/http/ui.ts';

/**
 * Reads the built interface. During development (`bootstrap.mjs dev`), reloads it after each build and then calls `onNew`; never
 * when packaged, whatever the environment says.
 */
export function findInterface(folder: string, isPackaged: boolean, onNew: () => void): Ui {
  const built = readUi(folder);
  if (!built) throw new Error(`The interface was not built: ${folder} has no page`);
  return isPackaged || !process.env['POLYDESK_DEV'] ? built : watched(folder, built, onNew);
}

/** A build first empties the folder and takes a moment: the previous page stays until it is done. */
function watched(folder: string, first: Ui, onNew: () => void): Ui {
  let ui = first;
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const next = readUi(folder);
      if (next) ui = next;
      if (next) onNew();
    }, 200);
  });
  return (path) => ui(path);
}
