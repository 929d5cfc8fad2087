import { api } from './api/api.ts';
import { saveFile } from './save-file.ts';
import { toasts } from './toasts.svelte.ts';

/** Offers the diagnostics as a file: versions, numbers and faults, nothing that anybody wrote. */
export async function saveDiagnostics(): Promise<void> {
  try {
    const facts = await api.get('/polydesk/v1/diagnostics');
    const text = `${JSON.stringify(facts, null, 2)}\n`;
    saveFile(`polydesk-diagnostics-${facts.made_at.slice(0, 10)}.json`, text, 'application/json');
  } catch (thrown) {
    toasts.failed(thrown);
  }
}
