import { contentFacts, languageOfCode, type ContentLanguage } from '../../domain/content/content-facts.ts';
import { w3cOf } from '../../domain/languages/catalog.ts';
import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { siteRow } from '../../store/site/site.ts';
import type { LanguagePair } from './choose.ts';
import type { HandoffFile } from './file.ts';

export const tagOf = ({ locale, slug }: ContentLanguage): string => w3cOf(locale) || slug;

/**
 * The languages of a file. 400 `polydesk_foreign_file` for a file of another site, `polydesk_wrong_language` for languages the
 * site does not have and for a language other than the requested one.
 */
export function pairOfFile(site: Site, { head }: HandoffFile, asked: string | undefined): LanguagePair {
  if (head.site !== '' && head.site !== siteRow(site.db).site_id)
    throw refusal('polydesk_foreign_file', 'This file was exported from another site. Nothing was imported.');
  if (head.isMixed) throw mixed();
  const languages = [...contentFacts(site).languages.values()];
  const facts = contentFacts(site);
  const find = (code: string, tag: string): ContentLanguage | undefined => {
    const [named, tagged] = [code === '' ? undefined : languageOfCode(facts, code), byTag(languages, tag)];
    // A tool that translated into another language leaves our own line as it was.
    if (named && tagged && named.id !== tagged.id) throw mixed();
    return named ?? tagged;
  };
  const wanted = asked === undefined ? undefined : languageOfCode(facts, asked);
  const to = find(head.to, head.toTag) ?? (head.to + head.toTag === '' ? wanted : undefined);
  const standard = facts.languages.get(facts.defaultLanguage ?? 0) ?? languages[0];
  const from = find(head.from, head.fromTag) ?? (head.from + head.fromTag === '' ? standard : undefined);
  if (!to) throw unknown(head.toTag || head.to);
  if (!from) throw unknown(head.fromTag || head.from);
  if (asked !== undefined && wanted?.id !== to.id)
    throw refusal(
      'polydesk_wrong_language',
      `This file is for the language "${to.slug}", not for "${asked}". Nothing was imported.`,
      { what: 'asked', lang: to.slug, asked },
    );
  if (from.id === to.id)
    throw refusal('polydesk_wrong_language', 'Both languages of this file are the same. Nothing was imported.', {
      what: 'same',
    });
  return { from, to };
}

function unknown(name: string): RestError {
  const text =
    name === '' ? 'The file does not say which language it is for: say it.' : `The site has no language "${name}".`;
  const what = name === '' ? 'none' : 'unknown';
  return refusal('polydesk_wrong_language', `${text} Nothing was imported.`, { what, lang: name });
}

const mixed = (): RestError =>
  refusal(
    'polydesk_wrong_language',
    'The parts of this file name different languages or sites: import them as separate files. Nothing was imported.',
    { what: 'mixed' },
  );

/** The language for a tag: by exact tag, then by code, then the only one with the same primary subtag and the same script. */
export function byTag(languages: readonly ContentLanguage[], tag: string): ContentLanguage | undefined {
  const wanted = tag.toLowerCase().replaceAll('_', '-');
  if (wanted === '') return undefined;
  const same =
    languages.find((one) => tagOf(one).toLowerCase() === wanted) ?? languages.find(({ slug }) => slug === wanted);
  const alike = languages.filter(
    (one) => baseOf(tagOf(one)) === baseOf(wanted) && scriptOf(tagOf(one)) === scriptOf(wanted),
  );
  return same ?? (alike.length === 1 ? alike[0] : undefined);
}

/** The usual script of a tag: `Hant` of `zh-TW`, `Hans` of `zh-CN`; "" for an invalid one. */
function scriptOf(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().script ?? '';
  } catch {
    return '';
  }
}

const baseOf = (tag: string): string => tag.toLowerCase().split('-', 1)[0] ?? '';

function refusal(code: string, text: string, params?: Record<string, string>): RestError {
  return new RestError(code, text, 400, { ...(params && { data: { params } }) });
}
