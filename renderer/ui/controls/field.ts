import { getContext, setContext } from 'svelte';
import { t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';

/** What a `Field` tells the control inside it. Controls read it by themselves; screens need not know. */
export interface FieldContext {
  /** Id the control must carry, so that the label belongs to it. */
  readonly id: string;
  readonly labelId: string;
  /** Ids of help and error, or undefined. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

const key = Symbol('field');

/** Called by `Field` only. Give getters, so that the control follows. */
export function provideField(context: FieldContext): void {
  setContext(key, context);
}

/** The field around the calling control, if there is one. */
export function useField(): FieldContext | undefined {
  return getContext<FieldContext | undefined>(key);
}

const dataKey = Symbol('fields of the site');

/**
 * Says of all controls below the calling component that they hold data of the site: while that can only be read, so can
 * they. Called by screens and inspectors, not by what filters a list or belongs to the interface.
 */
export function holdSiteData(): void {
  setContext(dataKey, true);
}

/** Why the calling control cannot be changed, as a getter to follow; it answers undefined where it can. */
export function useReadOnly(): () => string | undefined {
  const isOfSite = getContext<boolean | undefined>(dataKey) ?? false;
  return () => (isOfSite && site.isReadOnly ? t('frame.readonly') : undefined);
}

/** What of a field goes on the element that has the focus. */
export function fieldAttributes(field: FieldContext | undefined, label: string | undefined) {
  return {
    id: field?.id,
    'aria-label': label,
    'aria-labelledby': field && label === undefined ? field.labelId : undefined,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.isInvalid ? ('true' as const) : undefined,
  };
}
