import { settings, shownSettings, updateSettings } from '../../domain/settings/settings.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { argsFor } from '../../schema/wire/args.ts';
import { Settings, SettingsAnswer } from '../../schema/settings/settings.ts';

const mayManage = needs(
  'manage_options',
  'rest_forbidden_context',
  'Only an administrator can see or change the settings.',
);

export const settingsRoutes = {
  // POST, PUT and PATCH are the same partial update (`interface.md` 2).
  '/pll/v1/settings': {
    GET: endpoint({
      args: {},
      answers: SettingsAnswer,
      traits: { batch: true, cacheable: true },
      permit: mayManage,
      run: (site) => ({ body: settings(site) }),
    }),
    EDIT: endpoint({
      args: argsFor(Settings.entries, 'update'),
      answers: SettingsAnswer,
      traits: { batch: true, grows: false },
      permit: mayManage,
      run(site, params, { given, request }) {
        const { names, now } = updateSettings(site, given, { values: params, sealed: request.sealed ?? [] });
        return { body: shownSettings(site, now), summary: { code: 'settings.changed', params: { settings: names } } };
      },
    }),
  },
} satisfies RouteTable;
