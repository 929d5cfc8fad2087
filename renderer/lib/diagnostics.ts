import { api } from './api/api.ts';
import { saveFile } from './save-file.ts';
import { toasts } from './toasts.svelte.ts';

/** Saves the diagnostics to a file: versions, counts and errors, no user content. */
export async function saveDiagnostics(): Promise<void> {
  try {
    const facts = await api.get('/polydesk/v1/diagnostics');
    const text = `${JSON.stringify(facts, null, 2)}\n`;
    saveFile(`polydesk-diagnostics-${facts.made_at.slice(0, 10)}.json`, text, 'application/json');
  } catch (thrown) {
    toasts.failed(thrown);
  }
}
