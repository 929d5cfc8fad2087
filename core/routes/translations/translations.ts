import * as v from 'valibot';
import { namedItem } from '../../domain/content/item-name.ts';
import { createTranslation } from '../../domain/translations/new-translation.ts';
import { partners } from '../../domain/translations/partners.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { LinksQuery, NewTranslation, Partner, TranslationArgs } from '../../schema/translations/translation.ts';

const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can change translations here.');

/** New translations, and candidates to link (`contract/extras.md`). */
export const translationRoutes = {
  '/polydesk/v1/translations': {
    POST: endpoint({
      summary: 'Starts the translation of an item; 409 polydesk_translation_exists with its id when there is one.',
      args: TranslationArgs,
      answers: NewTranslation,
      traits: { batch: true },
      permit: mayManage,
      run(site, input, { caller }) {
        const made = createTranslation(site, caller, input);
        return {
          status: 201,
          body: made,
          summary: {
            code: 'translation.started',
            params: { item: namedItem(site, input.kind, input.id), lang: made.lang },
          },
        };
      },
    }),
  },
  '/polydesk/v1/links': {
    GET: endpoint({
      summary: 'Likely partners of an item in a language, best first.',
      args: LinksQuery,
      answers: v.array(Partner),
      permit: mayManage,
      run: (site, query) => ({ body: partners(site, query) }),
    }),
  },
} satisfies RouteTable;
