import { watch } from 'node:fs';
import { readUi, type Ui } from '../../core/server/http/ui.ts';

/** Reads the built interface. While it is being written (`bootstrap.mjs dev`), reads it again after each build and then calls `onNew`; never once packaged, whatever the environment says. */
export function findInterface(folder: string, isPackaged: boolean, onNew: () => void): Ui {
  const built = readUi(folder);
  if (!built) throw new Error(`The interface was not built: ${folder} has no page`);
  return isPackaged || !process.env['POLYDESK_DEV'] ? built : watched(folder, built, onNew);
}

/** A build empties the folder first and takes a moment: the page before stays until there is another. */
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
