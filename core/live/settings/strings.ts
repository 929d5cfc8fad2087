// Translations of strings on both sides: one field for each string and language (`live-site.md` 11).
import * as v from 'valibot';
import { contentFacts } from '../../domain/content/content-facts.ts';
import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import type { Registered } from '../../store/live/registered.ts';
import { formsOf, registeredStrings, writeRegistered } from '../../domain/site/strings.ts';
import type { Json } from '../../types.ts';
import { readAnswer } from '../answers.ts';
import type { Fields } from '../compare.ts';
import type { LiveField } from '../fields.ts';

/** The name of string lines among the settings, and the type of their bodies. */
export const STRINGS = 'strings';

const Answer = v.object({
  strings: v.array(
    v.object({
      source: v.string(),
      name: v.fallback(v.string(), ''),
      translations: v.record(v.string(), v.string()),
    }),
  ),
});

/** A field name from a language and the source text. */
const fieldOf = (lang: string, source: string): string => `${lang}:${source}`;

/** Parses such a name: language codes contain no colon. */
function partsOf(field: string): { lang: string; source: string } {
  const at = field.indexOf(':');
  return { lang: field.slice(0, at), source: field.slice(at + 1) };
}

/** A text equal to its source is not a translation: a site fills its list with those. */
const translated = (source: string, text: string): string => (text === source ? '' : text);

/** Converts the companion plugin's answer to the canonical format. Throws `polydesk_live_answer`. */
export function stringsThere(answer: unknown): Record<string, Json> {
  const { strings } = readAnswer(Answer, answer);
  return Object.fromEntries(
    strings.flatMap(({ source, translations }) =>
      Object.entries(translations).map(([lang, text]) => [fieldOf(lang, source), translated(source, text)] as const),
    ),
  );
}

/** Texts that the site registers, translated or not. Throws `polydesk_live_answer`. */
export function registeredIn(answer: unknown): Registered[] {
  return readAnswer(Answer, answer).strings.map(({ source, name }) => ({ source, name: name.slice(0, LONGEST_NAME) }));
}

const LONGEST_NAME = 200;

/** Strings of the live site, and their base. */
export interface KnownStrings {
  there?: Fields | undefined;
  base?: Fields | undefined;
}

/**
 * Local strings, and those of the live site without a translation here. A language missing here (yet) has none; one that was
 * deleted here does not remove any there.
 */
export function stringsHere(site: Site, { there, base = {} }: KnownStrings): Record<string, Json> {
  const sources = new Set([...Object.keys(there ?? {}), ...Object.keys(base)].map((field) => partsOf(field).source));
  const known = registeredStrings(site).flatMap(({ source, translations }) => {
    const forms = formsOf(site, source);
    const own = forms.find((form) => sources.has(form)) ?? forms[0] ?? source;
    return Object.entries(translations).map(
      ([lang, text]) => [fieldOf(lang, own), translated(own, translated(source, text))] as const,
    );
  });
  const codes = new Set([...contentFacts(site).languages.values()].map(({ slug }) => slug));
  const open = Object.keys(there ?? {}).filter((field) => codes.has(partsOf(field).lang) || !(field in base));
  return { ...Object.fromEntries(open.map((field) => [field, ''])), ...Object.fromEntries(known) };
}

/** The compared fields: strings registered on the live site. */
export function stringFields(there: Fields | undefined): LiveField[] {
  return Object.keys(there ?? {}).map((name) => ({ name, rule: 'string' }));
}

/** The body of a write: each with its expected value, so that the site rejects it if that has changed. */
export function stringsBody(fields: Fields, now: Fields): Record<string, Json> {
  const changes = Object.entries(fields).map(([field, text]) => ({
    ...partsOf(field),
    before: now[field] ?? '',
    text,
  }));
  return changes.length === 0 ? {} : { changes };
}

/** Sets the translation of a string here; throws if this site rejects it. */
export function writeStringHere(site: Site, field: string, value: unknown): void {
  const { lang, source } = partsOf(field);
  if (typeof value !== 'string' || lang === '')
    throw new RestError('rest_invalid_param', 'The text of a string is wrong. Nothing was changed.', 400);
  writeRegistered(site, source, { [lang]: value });
}
