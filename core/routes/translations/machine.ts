import { orderTranslation, orderUsage, translator } from '../../domain/translations/machine.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { TranslateArgs, Translation, Translator, Usage, UsageArgs } from '../../schema/translations/machine.ts';

/** An explicit act in the app (`interface.md` 2.2): a token of a tool can neither send texts out nor use up the key. */
const inTheApp = needs(
  'manage_server',
  'rest_forbidden',
  'Texts are sent to a translation service from the interface only, not by a token.',
);

/** Machine translation, always started by an explicit act. */
export const translateRoutes = {
  '/polydesk/v1/translate': {
    POST: endpoint({
      summary: 'Sends texts to the provider and answers what came back.',
      args: TranslateArgs,
      answers: Translation,
      traits: { noTransaction: true, log: 'outcome' },
      permit: inTheApp,
      run: (site, asked) => ({ outbound: orderTranslation(site, asked) }),
    }),
  },
  '/polydesk/v1/translator': {
    GET: endpoint({
      summary: 'What the settings and the languages of the site allow; nothing is sent for it.',
      args: {},
      answers: Translator,
      permit: needs('edit_others', 'rest_forbidden', 'Only an editor can see how texts are translated.'),
      run: (site) => ({ body: translator(site) }),
    }),
  },
  '/polydesk/v1/translate/usage': {
    POST: endpoint({
      summary: 'Asks the provider how much of the account is used up; so it shows whether the key works.',
      args: UsageArgs,
      answers: Usage,
      traits: { noTransaction: true, log: 'outcome' },
      permit: inTheApp,
      run: (site, { api_key }, { request }) => ({
        outbound: orderUsage(site, request.sealed?.includes(api_key) ? api_key : undefined),
      }),
    }),
  },
} satisfies RouteTable;
