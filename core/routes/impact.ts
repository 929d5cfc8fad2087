import { makeDefault } from '../domain/default-language.ts';
import { impactOf, settingsImpact } from '../domain/impact.ts';
import { deleteLanguage, languageRow, patchLanguage, updateLanguage } from '../domain/languages.ts';
import { shownName } from '../domain/plain-text.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { argsFor } from '../schema/args.ts';
import { LanguageImpactQuery, LanguagePatch } from '../schema/impact.ts';
import { Language } from '../schema/language.ts';
import { Settings } from '../schema/settings.ts';

const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can change languages and settings.');

/** `polydesk/v1/languages/{term_id}`: what `pll/v1` keeps read-only (`contract/extras.md`). */
const patchRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/languages/(?P<term_id>[\\d]+)',
  item: { title: 'language', schema: Language },
  endpoints: [
    endpoint({
      methods: ['PATCH'],
      args: LanguagePatch,
      batch: true,
      permit: mayManage,
      run(site, { term_id, ...changes }) {
        const after = patchLanguage(site, term_id ?? 0, changes);
        const what =
          changes.active === undefined ? 'Changed the fallbacks of' : after.active ? 'Switched on' : 'Switched off';
        return { body: after, summary: `${what} ${shownName(after.name)} (${after.slug})` };
      },
    }),
  ],
};

/** `polydesk/v1/languages/{term_id}/impact`: runs the change in a savepoint and takes it back. */
const languageImpactRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/languages/(?P<term_id>[\\d]+)/impact',
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: LanguageImpactQuery,
      permit: mayManage,
      dry: true,
      run(site, params) {
        const row = languageRow(site, params.term_id ?? 0);
        const change = (): void => {
          if (params.delete) deleteLanguage(site, row.term_id);
          else if (params.default) makeDefault(site, row.term_id);
          else updateLanguage(site, row.term_id, { slug: params.slug, locale: params.locale });
        };
        return { body: impactOf(site, change, params.delete ? [row.term_id] : []) };
      },
    }),
  ],
};

/** `polydesk/v1/settings/impact`: a settings write that stores nothing. */
const settingsImpactRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/settings/impact',
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: argsFor(Settings.entries, 'update'),
      permit: mayManage,
      dry: true,
      run: (site, params, { given, request }) => ({
        body: settingsImpact(site, given, { values: params, sealed: request.sealed ?? [] }),
      }),
    }),
  ],
};

export const impactRoutes: readonly Route[] = [patchRoute, languageImpactRoute, settingsImpactRoute];
