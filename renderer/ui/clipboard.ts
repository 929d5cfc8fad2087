import { t } from '../lib/messages/messages.svelte.ts';
import { toasts } from '../lib/toasts.svelte.ts';

/** Puts a text on the clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The same, and says so. */
export async function copyAndSay(text: string): Promise<boolean> {
  const isCopied = await copyText(text);
  if (isCopied) toasts.done(t('ui.copied'));
  return isCopied;
}
