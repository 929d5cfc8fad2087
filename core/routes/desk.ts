import { draft, dropDraft, keepDraft } from '../domain/drafts.ts';
import { mergeTerms } from '../domain/merge-terms.ts';
import { savedViews, saveViews } from '../domain/views.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { DraftArgs, DraftItem, MergeArgs, Views } from '../schema/desk.ts';
import { ItemArgs } from '../schema/matrix.ts';

const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can use this.');
const namespace = 'polydesk/v1';

/** `polydesk/v1/drafts/{kind}/{id}` (`contract/extras.md`): autosaved text of an editor, gone when the item is saved. */
const draftRoute: Route = {
  namespace,
  path: '/drafts/(?P<kind>post|term)/(?P<id>[\\d]+)',
  item: { title: 'draft', schema: DraftItem },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: ItemArgs,
      permit: mayManage,
      run: (site, item) => ({ body: draft(site, item) }),
    }),
    endpoint({
      methods: ['PUT'],
      args: DraftArgs,
      batch: true,
      permit: mayManage,
      run: (site, item, { caller }) => ({ body: keepDraft(site, caller, item) }),
    }),
    endpoint({
      methods: ['DELETE'],
      args: ItemArgs,
      batch: true,
      permit: mayManage,
      run: (site, item) => ({ body: { deleted: dropDraft(site, item) } }),
    }),
  ],
};

/** `polydesk/v1/views`: saved filters; PUT replaces all. */
const viewsRoute: Route = {
  namespace,
  path: '/views',
  item: { title: 'views', schema: Views },
  endpoints: [
    endpoint({ methods: ['GET'], args: {}, permit: mayManage, run: (site) => ({ body: savedViews(site) }) }),
    endpoint({
      methods: ['PUT'],
      args: Views.entries,
      batch: true,
      permit: mayManage,
      run: (site, views) => ({ body: saveViews(site, views), summary: 'Changed the saved filters' }),
    }),
  ],
};

/** `polydesk/v1/terms/{id}/merge`: the term that stays, for editing. */
const mergeRoute: Route = {
  namespace,
  path: '/terms/(?P<id>[\\d]+)/merge',
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: MergeArgs,
      batch: true,
      permit: mayManage,
      run(site, both) {
        const { term, summary } = mergeTerms(site, both);
        return { body: term, summary };
      },
    }),
  ],
};

export const deskRoutes: readonly Route[] = [draftRoute, viewsRoute, mergeRoute];
