import { RestError } from '../../errors.ts';
import { keepsMarks, readMarked } from '../../units/marked-text.ts';
import type { Translation, Translator } from '../../schema/translations/machine.ts';
import type { Site } from '../../site.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import type { OutboundRequest } from '../../types.ts';
import { secretsInUse, storedSettings } from '../settings/settings.ts';
import { providerLanguage, toneOf } from './translator-languages.ts';

const PROVIDER = 'DeepL';

/** What can be translated here (`GET polydesk/v1/translator`), from stored data alone. */
export function translator(site: Site): Translator {
  const languages = allLanguages(site.db).map(({ slug, locale }) => [slug, providerLanguage(locale) ?? null] as const);
  return {
    enabled: isEnabled(site),
    has_key: secretsInUse(site).length > 0,
    provider: PROVIDER,
    languages: Object.fromEntries(languages),
  };
}

/**
 * The outbound request for a translation; throws a `RestError` describing what is missing, before anything leaves this computer.
 */
export function orderTranslation(
  site: Site,
  asked: { from: string; to: string; texts: readonly string[] },
): OutboundRequest {
  if (!isEnabled(site)) throw refusal('off', 'Machine translation is off. Switch it on under Settings.');
  const [secret] = secretsInUse(site);
  if (secret === undefined) throw noKey();
  const from = languageOf(site, asked.from);
  const to = languageOf(site, asked.to);
  if (asked.from === asked.to || from.known.target === to.known.target)
    throw refusal('language', 'Both languages are the same to the provider. Nothing was sent.', 400);
  const tone = providerOf(site).formality ?? 'default';
  const formality = tone === 'default' ? (toneOf(to.locale) ?? tone) : tone;
  const languages = { source: from.known.source, target: to.known.target };
  return { kind: 'translate', secret, input: { ...languages, formality, ...asked, texts: [...asked.texts] } };
}

/**
 * The outbound request for the account usage; throws without a key.
 * @param sealed ID of a key to try, else the stored one
 */
export function orderUsage(site: Site, sealed: string | undefined): OutboundRequest {
  const secret = sealed ?? secretsInUse(site)[0];
  if (secret === undefined) throw noKey();
  return { kind: 'usage', secret, input: {} };
}

/** Converts the provider's response; a text whose marks were changed is discarded. */
export function readTranslation(
  asked: { from: string; to: string; texts: readonly string[] },
  came: readonly string[],
): Translation {
  const texts = asked.texts.map((source, at) => {
    const text = came[at];
    if (text === undefined || text.trim() === '') return broken('The answer contains no text for this one.');
    if (keepsMarks(source, text)) return { text, code: '', message: '' };
    return broken('The answer changed links or marks of this text, so it was not used.');
  });
  const characters = asked.texts.reduce((sum, text) => sum + lettersOf(text), 0);
  return { from: asked.from, to: asked.to, provider: PROVIDER, characters, texts };
}

/** The error for an impossible machine translation: 409 if a setting is missing. */
export function refusal(reason: string, text: string, status = 409): RestError {
  return new RestError(`polydesk_mt_${reason}`, text, status);
}

/** No key is stored, or it can no longer be decrypted on this computer. */
export function noKey(): RestError {
  return refusal('no_key', 'No key of the translation service is stored on this computer. Enter it under Settings.');
}

function broken(message: string): Translation['texts'][number] {
  return { text: '', code: 'polydesk_mt_broken', message };
}

function lettersOf(text: string): number {
  return (readMarked(text) ?? []).reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : 0), 0);
}

function isEnabled(site: Site): boolean {
  return site.edition === 'extended' && storedSettings(site).machine_translation_enabled;
}

function providerOf(site: Site): { formality?: 'default' | 'prefer_more' | 'prefer_less' } {
  const provider = storedSettings(site).machine_translation_services.mt_provider;
  return Array.isArray(provider) ? {} : provider;
}

function languageOf(site: Site, slug: string) {
  const language = allLanguages(site.db).find((one) => one.slug === slug);
  if (!language) throw refusal('language', `No language here has the code ${slug}. Nothing was sent.`, 400);
  const known = providerLanguage(language.locale);
  if (!known) throw refusal('language', `${PROVIDER} does not know ${language.name}. Nothing was sent.`, 400);
  return { known, locale: language.locale };
}
