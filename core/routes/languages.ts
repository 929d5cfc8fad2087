import * as v from 'valibot';
import {
  createLanguage,
  deleteLanguage,
  language,
  languageByKey,
  listLanguages,
  updateLanguage,
} from '../domain/languages.ts';
import { shownName } from '../domain/plain-text.ts';
import { RestError } from '../errors.ts';
import { needs } from '../rest/permit.ts';
import { EDITABLE, endpoint, type Call, type Route } from '../rest/route.ts';
import { argsFor } from '../schema/args.ts';
import { Language, type LanguageValue } from '../schema/language.ts';
import type { Site } from '../site.ts';
import type { Dict } from '../types.ts';

const item = { title: 'language', schema: Language };
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

/** `pll/v1/languages` (`interface.md` 4.1, 4.3). Any other word than view and edit as context is no fault, but leaves no field. */
export const languagesRoute: Route = {
  namespace: 'pll/v1',
  path: '/languages',
  item,
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: {},
      batch: true,
      lasting: true,
      list: true,
      permit: mayRead,
      run(site, _params, { raw }) {
        const wanted = raw['context'] ?? 'view';
        const known = wanted === 'view' || wanted === 'edit' || wanted === '';
        const list = listLanguages(site);
        return { body: known ? list : list.map(() => ({})) };
      },
    }),
    endpoint({
      methods: ['POST'],
      args: { name, slug, locale, is_rtl, term_group, flag_code, no_default_cat: Language.entries.no_default_cat },
      batch: true,
      permit: needs('manage_options', 'rest_cannot_create', 'Only an administrator can add languages.'),
      run(site, params, { raw }) {
        if (raw['term_id'] !== undefined)
          throw new RestError('rest_exists', 'A new language has no id yet: leave term_id out.', 400);
        const made = createLanguage(site, params);
        return { body: made, summary: `Added the language ${label(made)}` };
      },
    }),
  ],
};

/** `pll/v1/languages/{term_id}` (`interface.md` 4.2, 4.4, 4.5). The path alone names the language. */
export const languageRoute: Route = {
  namespace: 'pll/v1',
  path: '/languages/(?P<term_id>[\\d]+)',
  item,
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: { term_id: termId, context },
      batch: true,
      lasting: true,
      permit: mayRead,
      run: (site, { term_id }) => ({ body: language(site, term_id ?? 0) }),
    }),
    endpoint({
      methods: EDITABLE,
      args: { term_id: termId, ...update },
      batch: true,
      permit: needs('manage_options', 'rest_cannot_update', 'Only an administrator can change languages.'),
      run(site, { term_id, ...changes }) {
        const after = updateLanguage(site, term_id ?? 0, changes);
        return { body: after, summary: `Changed the language ${label(after)}` };
      },
    }),
    endpoint({
      methods: ['DELETE'],
      args: { term_id: termId },
      batch: true,
      permit: needs('manage_options', 'rest_cannot_delete', 'Only an administrator can delete languages.'),
      run(site, { term_id }) {
        const previous = deleteLanguage(site, term_id ?? 0);
        return { body: { deleted: true, previous }, summary: `Deleted the language ${label(previous)}` };
      },
    }),
  ],
};

/** `pll/v1/languages/{slug}`: read only (`interface.md` 4.2). */
export const languageByKeyRoute: Route = {
  namespace: 'pll/v1',
  path: '/languages/(?P<slug>[a-z][a-z0-9_-]*)',
  item,
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: {
        slug: v.optional(v.pipe(v.string(), v.description('Code, locale or W3C locale of the language.'))),
        context,
      },
      batch: true,
      lasting: true,
      permit: mayRead,
      run: (site, params) => ({ body: languageByKey(site, params.slug ?? '') }),
    }),
  ],
};

function label(one: LanguageValue): string {
  return `${shownName(one.name)} (${one.slug})`;
}
