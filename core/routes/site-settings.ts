import { siteSettings, updateSiteSettings } from '../domain/site-settings.ts';
import { needs } from '../rest/permit.ts';
import { EDITABLE, endpoint, type Route } from '../rest/route.ts';
import { argsFor } from '../schema/args.ts';
import { listText } from '../schema/explain.ts';
import { SiteSettings } from '../schema/site-settings.ts';

const mayManage = needs(
  'manage_options',
  'rest_forbidden',
  'Only an administrator can see or change the settings of the site.',
);

/** `wp/v2/settings` (`content.md` 4): writes are partial; no batch. */
export const siteSettingsRoute: Route = {
  namespace: 'wp/v2',
  path: '/settings',
  item: { title: 'settings', schema: SiteSettings },
  nullIsAbsent: true,
  endpoints: [
    endpoint({ methods: ['GET'], args: {}, permit: mayManage, run: (site) => ({ body: siteSettings(site) }) }),
    endpoint({
      methods: EDITABLE,
      args: argsFor(SiteSettings.entries, 'update'),
      permit: mayManage,
      run(site, params) {
        const names = updateSiteSettings(site, params);
        return { body: siteSettings(site), summary: `Changed site settings: ${listText(names)}` };
      },
    }),
  ],
};
