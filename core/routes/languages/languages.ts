import * as v from 'valibot';
import {
  createLanguage,
  deleteLanguage,
  language,
  languageByKey,
  listLanguages,
  updateLanguage,
} from '../../domain/languages/languages.ts';
import { shownName } from '../../domain/content/plain-text.ts';
import { RestError } from '../../errors.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type Call, type RouteTable } from '../../rest/route.ts';
import { argsFor } from '../../schema/wire/args.ts';
import { Language, LanguageAnswer, type LanguageValue } from '../../schema/languages/language.ts';
import type { Site } from '../../site.ts';
import type { Dict } from '../../types.ts';

const item = LanguageAnswer;
const { name, slug, locale, is_rtl, term_group, flag_code } = Language.entries;
const update = argsFor({ name, slug, locale, is_rtl, term_group, flag_code }, 'update');
const termId = v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the language, or of its twin.')));
const context = v.optional(v.pipe(v.picklist(['view', 'edit']), v.description('What the answer is for.')), 'view');

const mayEditContext = needs(
  'manage_options',
  'rest_forbidden_context',
  'Only an administrator can read languages for editing.',
);
const mayRead = (site: Site, params: Dict, call: Call): RestError | undefined =>
  (params['context'] ?? call.raw['context']) === 'edit' ? mayEditContext(site, params, call) : undefined;

/**
 * `pll/v1/languages` (`interface.md` 4). A context of the list other than view and edit is not an error, but leaves no fields.
 */
export const languageRoutes = {
  '/pll/v1/languages': {
    GET: endpoint({
      args: {},
      answers: v.array(item),
      traits: { batch: true, cacheable: true },
      permit: mayRead,
      run(site, _params, { raw }) {
        const wanted = raw['context'] ?? 'view';
        const known = wanted === 'view' || wanted === 'edit' || wanted === '';
        const list = listLanguages(site);
        return { body: known ? list : list.map(() => ({}) as LanguageValue) };
      },
    }),
    POST: endpoint({
      args: { name, slug, locale, is_rtl, term_group, flag_code, no_default_cat: Language.entries.no_default_cat },
      answers: item,
      traits: { batch: true },
      permit: needs('manage_options', 'rest_cannot_create', 'Only an administrator can add languages.'),
      run(site, params, { raw }) {
        if (raw['term_id'] !== undefined)
          throw new RestError('rest_exists', 'A new language has no id yet: leave term_id out.', 400);
        const made = createLanguage(site, params);
        return { body: made, summary: { code: 'language.added', params: named(made) } };
      },
    }),
  },
  // Only the path identifies the language.
  '/pll/v1/languages/{term_id}': {
    GET: endpoint({
      args: { term_id: termId, context },
      answers: item,
      traits: { batch: true, cacheable: true },
      permit: mayRead,
      run: (site, { term_id }) => ({ body: language(site, term_id ?? 0) }),
    }),
    EDIT: endpoint({
      args: { term_id: termId, ...update },
      answers: item,
      traits: { batch: true },
      permit: needs('manage_options', 'rest_cannot_update', 'Only an administrator can change languages.'),
      run(site, { term_id, ...changes }) {
        const after = updateLanguage(site, term_id ?? 0, changes);
        return { body: after, summary: { code: 'language.changed', params: named(after) } };
      },
    }),
    DELETE: endpoint({
      args: { term_id: termId },
      answers: v.object({ deleted: v.boolean(), previous: item }),
      traits: { batch: true },
      permit: needs('manage_options', 'rest_cannot_delete', 'Only an administrator can delete languages.'),
      run(site, { term_id }) {
        const previous = deleteLanguage(site, term_id ?? 0);
        return { body: { deleted: true, previous }, summary: { code: 'language.deleted', params: named(previous) } };
      },
    }),
  },
  '/pll/v1/languages/{slug}': {
    GET: endpoint({
      args: {
        slug: v.optional(
          v.pipe(
            v.string(),
            v.description('Code, locale or W3C locale of the language.'),
            v.metadata({ inPath: '[a-z][a-z0-9_-]*' }),
          ),
        ),
        context,
      },
      answers: item,
      traits: { batch: true, cacheable: true },
      permit: mayRead,
      run: (site, params) => ({ body: languageByKey(site, params.slug ?? '') }),
    }),
  },
} satisfies RouteTable;

function named({ slug: lang, name: stored }: LanguageValue): { lang: string; name: string } {
  return { lang, name: shownName(stored) };
}
