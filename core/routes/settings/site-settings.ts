import { chooseDefaultCategory } from '../../domain/languages/default-category.ts';
import { siteSettings, updateSiteSettings } from '../../domain/settings/site-settings.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { whole } from '../../schema/wire/answer-field.ts';
import { argsFor } from '../../schema/wire/args.ts';
import { SiteSettings } from '../../schema/settings/site-settings.ts';
import { carryTranslations } from '../../domain/site/strings.ts';

const mayManage = needs(
  'manage_options',
  'rest_forbidden',
  'Only an administrator can see or change the settings of the site.',
);

export const siteSettingsRoutes = {
  // Writes are partial; no batch (`content.md` 4).
  '/wp/v2/settings': {
    GET: endpoint({
      args: {},
      answers: whole(SiteSettings),
      permit: mayManage,
      run: (site) => ({ body: siteSettings(site) }),
    }),
    EDIT: endpoint({
      args: argsFor(SiteSettings.entries, 'update'),
      answers: whole(SiteSettings),
      traits: { grows: false },
      permit: mayManage,
      run(site, params) {
        const before = siteSettings(site);
        const names = updateSiteSettings(site, params);
        carryTranslations(site, before);
        if (typeof params.default_category === 'number') chooseDefaultCategory(site, params.default_category);
        return { body: siteSettings(site), summary: { code: 'site.changed', params: { settings: names } } };
      },
    }),
  },
} satisfies RouteTable;
