/** Saves a file or a text: a download in the browser, the save dialog in the window. */
export function saveFile(name: string, content: Blob | string, type = 'text/plain'): void {
  const file = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
