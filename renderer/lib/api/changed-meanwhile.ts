import { t } from '../messages/messages.svelte.ts';
import type { ApiError, FieldErrors } from './api-error.ts';

/** Fields that somebody else changed since they were read, each with what it says now; none for another fault. */
export function changedMeanwhile({ code, data }: ApiError): FieldErrors {
  const conflicts = code === 'polydesk_conflict' && Array.isArray(data['conflicts']) ? data['conflicts'] : [];
  const named = (conflicts as { field: string; now: unknown }[]).map(({ field, now }) => {
    const text = typeof now === 'string' ? now : JSON.stringify(now);
    return [field, t('ui.changed.meanwhile', { text })] as const;
  });
  return Object.fromEntries(named);
}
