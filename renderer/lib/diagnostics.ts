import { api } from './api.ts';
import { saveBlob } from './save-blob.ts';
import { toasts } from './toasts.svelte.ts';

/** Offers the diagnostics as a file: versions, numbers and faults, nothing that anybody wrote. */
export async function saveDiagnostics(): Promise<void> {
  try {
    const facts = await api.get<{ made_at: string }>('/polydesk/v1/diagnostics');
    const text = `${JSON.stringify(facts, null, 2)}\n`;
    saveBlob(`polydesk-diagnostics-${facts.made_at.slice(0, 10)}.json`, new Blob([text], { type: 'application/json' }));
  } catch (thrown) {
    toasts.failed(thrown);
  }
}
