import { MASK } from '../../../core/schema/wire/mask.ts';
import type { SettingsValue } from '../../../core/schema/settings/settings.ts';
import type { Dict } from '../../../core/types.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { FormField } from '../../lib/forms.ts';
import type { SettingsAnswer } from '../../lib/settings-data.ts';

/** The editable fields: the response without read-only ones. */
export type SettingsForm = Omit<SettingsValue, 'version' | 'previous_version' | 'first_activation'> & Dict;

/** Errors that concern a field without naming it (`interface.md` 2.3). */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  pll_invalid_language: 'default_lang',
  pll_unknown_domains_languages: 'domains',
  pll_empty_domains: 'domains',
  pll_unknown_nav_menus_languages: 'nav_menus',
  polydesk_unsealed_secret: 'machine_translation_services',
};

/** The editable part of a response. */
export function formOf(answer: SettingsAnswer, fields: readonly FormField[]): SettingsForm {
  const writable = fields.filter((field) => !field.isReadonly && Object.hasOwn(answer, field.name));
  return Object.fromEntries(writable.map(({ name }) => [name, answer[name]])) as SettingsForm;
}

/** Adds the missing field names to an error and its companions. */
export function placed(thrown: unknown): unknown {
  if (!(thrown instanceof ApiError)) return thrown;
  const faults = [{ code: thrown.code, message: thrown.message }, ...thrown.more];
  const params: Dict<string> = {};
  for (const { code, message } of faults) {
    const field = FIELD_OF_CODE[code];
    if (field) params[field] = [params[field], message].filter(Boolean).join(' ');
  }
  if (Object.keys(params).length === 0) return thrown;
  const { code, message, status } = thrown;
  return new ApiError(status, { code, message, data: { ...thrown.data, params } });
}

/** Codes of the languages that "Own domain" would leave without an address, so that they all had the same home. */
export function withoutDomain({ force_lang, domains }: SettingsForm, codes: readonly string[]): string[] {
  return force_lang === 3 ? codes.filter((code) => (domains[code] ?? '').trim() === '') : [];
}

/** The body for display and copying: a typed key is masked. */
export function maskedBody<T extends Dict>(changes: T): { body: T; isMasked: boolean } {
  const services = changes['machine_translation_services'] as SettingsForm['machine_translation_services'] | undefined;
  const provider = services?.mt_provider;
  if (!provider || Array.isArray(provider) || !provider.api_key) return { body: changes, isMasked: false };
  const masked = { mt_provider: { ...provider, api_key: MASK } };
  return { body: { ...changes, machine_translation_services: masked }, isMasked: provider.api_key !== MASK };
}

/** A name embedded in text of another direction, wrapped in FIRST STRONG ISOLATE and its terminator. */
export function isolated(name: string): string {
  return String.fromCharCode(0x2068) + name + String.fromCharCode(0x2069);
}

/** Whether a value is a map, not a list: typed JSON may be anything. */
export function isMap(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
