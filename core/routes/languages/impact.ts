import { makeDefault } from '../../domain/languages/default-language.ts';
import { impactOf, settingsImpact } from '../../domain/languages/impact.ts';
import { redirectPage } from '../../domain/languages/redirects.ts';
import { deleteLanguage, languageRow, patchLanguage, updateLanguage } from '../../domain/languages/languages.ts';
import { shownName } from '../../domain/content/plain-text.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { argsFor } from '../../schema/wire/args.ts';
import {
  Impact,
  LanguageImpactQuery,
  LanguagePatch,
  Redirects,
  RedirectsQuery,
  SettingsImpact,
} from '../../schema/languages/impact.ts';
import { LanguageAnswer } from '../../schema/languages/language.ts';
import { Settings } from '../../schema/settings/settings.ts';

const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can change languages and settings.');

/** Languages and settings beyond `pll/v1` (`contract/extras.md`). */
export const impactRoutes = {
  '/polydesk/v1/languages/{term_id}': {
    PATCH: endpoint({
      summary: 'What pll/v1 keeps read-only: switches a language on or off, and its fallbacks.',
      args: LanguagePatch,
      answers: LanguageAnswer,
      traits: { batch: true },
      permit: mayManage,
      run(site, { term_id, ...changes }) {
        const after = patchLanguage(site, term_id ?? 0, changes);
        const what = changes.active === undefined ? 'fallbacks' : after.active ? 'on' : 'off';
        const params = { lang: after.slug, name: shownName(after.name) };
        return { body: after, summary: { code: `language.${what}`, params } };
      },
    }),
  },
  '/polydesk/v1/languages/{term_id}/impact': {
    GET: endpoint({
      summary: 'What a change of a language would do; nothing is stored.',
      args: LanguageImpactQuery,
      answers: Impact,
      traits: { dry: true },
      permit: mayManage,
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
  },
  '/polydesk/v1/settings/impact': {
    POST: endpoint({
      summary: 'What a change of the settings would do; nothing is stored.',
      args: argsFor(Settings.entries, 'update'),
      answers: SettingsImpact,
      traits: { dry: true },
      permit: mayManage,
      run: (site, params, { given, request }) => ({
        body: settingsImpact(site, given, { values: params, sealed: request.sealed ?? [] }),
      }),
    }),
  },
  '/polydesk/v1/settings/redirects': {
    POST: endpoint({
      summary:
        'Old and new addresses of everything published, as a change of the settings would make them; nothing is stored.',
      args: { ...argsFor(Settings.entries, 'update'), ...RedirectsQuery },
      answers: Redirects,
      traits: { dry: true },
      permit: mayManage,
      run: (site, { page, ...values }, { given, request }) => ({
        body: redirectPage(site, given, { values, sealed: request.sealed ?? [], page: page ?? 1 }),
      }),
    }),
  },
} satisfies RouteTable;
