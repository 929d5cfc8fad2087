import { t } from '../lib/messages/messages.svelte.ts';
import { toasts } from '../lib/toasts.svelte.ts';

/** Copies a text to the clipboard; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The same, with a toast. */
export async function copyAndSay(text: string): Promise<boolean> {
  const isCopied = await copyText(text);
  if (isCopied) toasts.done(t('ui.copied'));
  return isCopied;
}
