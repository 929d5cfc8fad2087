import { getContext, setContext } from 'svelte';
import { t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';

/** The context a `Field` provides to the control inside it. Controls read it themselves; screens need not know. */
export interface FieldContext {
  /** Id the control must carry, so that the label belongs to it. */
  readonly id: string;
  readonly labelId: string;
  /** Ids of help and error, or undefined. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

const key = Symbol('field');

/** Used only by `Field`. Pass getters, so that the control follows changes. */
export function provideField(context: FieldContext): void {
  setContext(key, context);
}

/** The field around the calling control, if any. */
export function useField(): FieldContext | undefined {
  return getContext<FieldContext | undefined>(key);
}

const dataKey = Symbol('fields of the site');

/**
 * Marks all controls below the calling component as editing site data: they become read-only with the site. Called by screens and
 * inspectors, not by list filters or interface controls.
 */
export function holdSiteData(): void {
  setContext(dataKey, true);
}

/** Why the calling control is read-only, as a reactive getter; undefined if it is editable. */
export function useReadOnly(): () => string | undefined {
  const isOfSite = getContext<boolean | undefined>(dataKey) ?? false;
  return () => (isOfSite && site.isReadOnly ? t('frame.readonly') : undefined);
}

/** The field's attributes for the focusable element. */
export function fieldAttributes(field: FieldContext | undefined, label: string | undefined) {
  return {
    id: field?.id,
    'aria-label': label,
    'aria-labelledby': field && label === undefined ? field.labelId : undefined,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.isInvalid ? ('true' as const) : undefined,
  };
}
