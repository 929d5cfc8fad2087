import { itemName } from '../domain/item-name.ts';
import { createTranslation } from '../domain/new-translation.ts';
import { partners } from '../domain/partners.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { LinksQuery, PartnerItem, TranslationArgs, TranslationItem } from '../schema/translation.ts';

const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can change translations here.');

/**
 * `polydesk/v1/translations` (`contract/extras.md`): 201 with `{kind, id, type, lang, group, title, status}` of the new item.
 * 409 `polydesk_translation_exists`, `data.id`, when there is one.
 */
const translationsRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/translations',
  item: { title: 'translation', schema: TranslationItem },
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: TranslationArgs,
      batch: true,
      permit: mayManage,
      run(site, input, { caller }) {
        const made = createTranslation(site, caller, input);
        return {
          status: 201,
          body: made,
          summary: `Started the translation of ${itemName(site, input.kind, input.id)} into ${made.lang}`,
        };
      },
    }),
  ],
};

/** `polydesk/v1/links`: likely partners, best first: `[{id, title, reason, unlinks: [{id, lang, title}]}]`. */
const linksRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/links',
  item: { title: 'partner', schema: PartnerItem },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: LinksQuery,
      permit: mayManage,
      run: (site, query) => ({ body: partners(site, query) }),
    }),
  ],
};

export const translationRoutes: readonly Route[] = [translationsRoute, linksRoute];
