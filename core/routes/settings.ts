import { settings, shownSettings, updateSettings } from '../domain/settings.ts';
import { needs } from '../rest/permit.ts';
import { EDITABLE, endpoint, type Route } from '../rest/route.ts';
import { argsFor } from '../schema/args.ts';
import { listText } from '../schema/explain.ts';
import { Settings } from '../schema/settings.ts';

const mayManage = needs(
  'manage_options',
  'rest_forbidden_context',
  'Only an administrator can see or change the settings.',
);

/** `pll/v1/settings` (`interface.md` 2): POST, PUT and PATCH are the same partial update. */
export const settingsRoute: Route = {
  namespace: 'pll/v1',
  path: '/settings',
  item: { title: 'settings', schema: Settings, isClosed: true },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: {},
      batch: true,
      lasting: true,
      permit: mayManage,
      run: (site) => ({ body: settings(site) }),
    }),
    endpoint({
      methods: EDITABLE,
      args: argsFor(Settings.entries, 'update'),
      batch: true,
      permit: mayManage,
      run(site, params, { given, request }) {
        const { names, now } = updateSettings(site, given, { values: params, sealed: request.sealed ?? [] });
        return { body: shownSettings(site, now), summary: `Changed settings: ${listText(names)}` };
      },
    }),
  ],
};
