import * as v from 'valibot';
import { draft, dropDraft, keepDraft } from '../../domain/translations/drafts.ts';
import { mergeTerms } from '../../domain/content/terms/merge.ts';
import { savedViews, saveViews } from '../../domain/matrix/views.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Draft, DraftArgs, MergeArgs, Views } from '../../schema/translations/editor-state.ts';
import { ItemArgs } from '../../schema/translations/matrix.ts';

const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can use this.');

/** Stored state of the editor and the lists (`contract/extras.md`). */
export const editorStateRoutes = {
  '/polydesk/v1/drafts/{kind}/{id}': {
    GET: endpoint({
      summary: 'Autosaved texts of an editor, gone when the item is saved.',
      args: ItemArgs,
      answers: Draft,
      permit: mayManage,
      run: (site, item) => ({ body: draft(site, item) }),
    }),
    PUT: endpoint({
      summary: 'Keeps texts until the item is saved.',
      args: DraftArgs,
      answers: Draft,
      traits: { batch: true },
      permit: mayManage,
      run: (site, item, { caller }) => ({ body: keepDraft(site, caller, item) }),
    }),
    DELETE: endpoint({
      summary: 'Forgets them.',
      args: ItemArgs,
      answers: v.object({ deleted: v.boolean() }),
      traits: { batch: true },
      permit: mayManage,
      run: (site, item) => ({ body: { deleted: dropDraft(site, item) } }),
    }),
  },
  '/polydesk/v1/views': {
    GET: endpoint({
      summary: 'Saved filters.',
      args: {},
      answers: Views,
      permit: mayManage,
      run: (site) => ({ body: savedViews(site) }),
    }),
    PUT: endpoint({
      summary: 'Replaces all saved filters.',
      args: Views.entries,
      answers: Views,
      traits: { batch: true },
      permit: mayManage,
      run: (site, views) => ({ body: saveViews(site, views), summary: { code: 'views.changed', params: {} } }),
    }),
  },
  '/polydesk/v1/terms/{id}/merge': {
    POST: endpoint({
      summary: 'Moves everything of a term to another one, which it answers for editing; the first goes.',
      args: MergeArgs,
      traits: { batch: true },
      permit: mayManage,
      run(site, both) {
        const { term, summary } = mergeTerms(site, both);
        return { body: term, summary };
      },
    }),
  },
} satisfies RouteTable;
