import { orderTranslation, orderUsage, translator } from '../domain/translate.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { TranslateArgs, Translation, Translator, Usage, UsageArgs } from '../schema/translate.ts';

const namespace = 'polydesk/v1';

/** An explicit act in the app (`interface.md` 2.2): a token of a tool cannot send texts out, nor spend the key. */
const inTheApp = needs(
  'manage_server',
  'rest_forbidden',
  'Texts are sent to a translation service from the interface only, not by a token.',
);

/** `POST polydesk/v1/translate`: sends texts to the provider and answers what came back. */
const translateRoute: Route = {
  namespace,
  path: '/translate',
  item: { title: 'translation', schema: Translation },
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: TranslateArgs,
      outside: true,
      permit: inTheApp,
      run: (site, asked) => ({ body: null, errand: orderTranslation(site, asked) }),
    }),
  ],
};

/** What the settings and the languages of the site allow; nothing is sent for it. */
const translatorRoute: Route = {
  namespace,
  path: '/translator',
  item: { title: 'translator', schema: Translator },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: {},
      permit: needs('edit_others', 'rest_forbidden', 'Only an editor can see how texts are translated.'),
      run: (site) => ({ body: translator(site) }),
    }),
  ],
};

/** Asks the provider how much of the account is used up; so it tells whether the key works. */
const usageRoute: Route = {
  namespace,
  path: '/translate/usage',
  item: { title: 'usage', schema: Usage },
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: UsageArgs,
      outside: true,
      permit: inTheApp,
      run: (site, { api_key }, { request }) => ({
        body: null,
        errand: orderUsage(site, request.sealed?.includes(api_key) ? api_key : undefined),
      }),
    }),
  ],
};

/** Machine translation, always by an explicit act. */
export const translateRoutes: readonly Route[] = [translateRoute, translatorRoute, usageRoute];
