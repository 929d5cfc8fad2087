import { saveBlob } from '../../lib/save-blob.ts';

/** Offers a text as a file to save: a download in the browser, the save dialog in the window. */
export function saveFile(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type }));
}
