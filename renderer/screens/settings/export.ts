import type { SettingsAnswer } from '../../lib/settings-data.ts';
import type { SettingsForm } from './form.ts';
import { MASK } from '../../../core/schema/wire/mask.ts';

/** All settings as a file: the API response without the service key. */
export function exported(answer: SettingsAnswer): string {
  const services = answer.machine_translation_services as SettingsForm['machine_translation_services'] | undefined;
  const provider = services?.mt_provider;
  if (!provider || Array.isArray(provider)) return print(answer);
  const { api_key: _key, ...rest } = provider;
  return print({ ...answer, machine_translation_services: { mt_provider: rest } });
}

/** Staged edits as displayable text: all keys are masked. */
export function maskedForm(form: SettingsForm): SettingsForm {
  const services = form.machine_translation_services as SettingsForm['machine_translation_services'] | undefined;
  const provider = services?.mt_provider;
  if (!provider || Array.isArray(provider) || !provider.api_key) return form;
  return { ...form, machine_translation_services: { mt_provider: { ...provider, api_key: MASK } } };
}

/** The inverse: a mask stands for the previous key. */
export function unmasked(edited: SettingsForm, before: SettingsForm): SettingsForm {
  const provider = edited.machine_translation_services?.mt_provider;
  const known = before.machine_translation_services?.mt_provider;
  if (!provider || Array.isArray(provider) || provider.api_key !== MASK) return edited;
  const api_key = known && !Array.isArray(known) ? known.api_key : '';
  return { ...edited, machine_translation_services: { mt_provider: { ...provider, api_key } } };
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
