import type { Dict } from '../../../core/types.ts';
import { isSame } from '../../lib/draft.svelte.ts';
import type { FormField } from '../../lib/forms.ts';
import type { SettingsForm } from './form.ts';

/**
 * The write that resets every setting to its default, without unchanged ones. Domains are cleared one by one, since writes of
 * them are merged; the default language (which must be an existing one) and the service key stay.
 */
export function defaultsOf(fields: readonly FormField[], saved: SettingsForm): Dict {
  const out: Dict = {};
  for (const { name, isReadonly, schema } of fields) {
    if (isReadonly || name === 'default_lang' || schema.default === undefined) continue;
    const wanted = SPECIAL[name] ? SPECIAL[name](saved) : structuredClone(schema.default);
    if (wanted !== undefined && !isSame(wanted, saved[name])) out[name] = wanted;
  }
  return out;
}

const SPECIAL: Readonly<Record<string, ((saved: SettingsForm) => unknown) | undefined>> = {
  domains: ({ domains }) => Object.fromEntries(Object.keys(domains).map((slug) => [slug, ''])),
  machine_translation_services: ({ machine_translation_services: services }) => {
    const { mt_provider } = services;
    return Array.isArray(mt_provider) ? undefined : { mt_provider: { ...mt_provider, formality: 'default' } };
  },
};
