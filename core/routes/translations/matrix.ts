import { coverage } from '../../domain/matrix/coverage.ts';
import { groups, updateGroup } from '../../domain/matrix/groups.ts';
import { namedItem } from '../../domain/content/item-name.ts';
import { awaitedOf, takeAwaited } from '../../domain/content/media/awaited.ts';
import { uploadedFile } from '../../domain/content/media/upload.ts';
import { mediaUses } from '../../domain/content/media/uses.ts';
import { confirm, memberOf, staleness } from '../../domain/translations/staleness.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { AwaitedArgs, AwaitedFile, MediaUse, MediaUsesArgs } from '../../schema/content/media.ts';
import {
  Coverage,
  CoverageQuery,
  Group,
  GroupPatch,
  GroupsQuery,
  ItemArgs,
  Staleness,
} from '../../schema/translations/matrix.ts';
import * as v from 'valibot';

const mayRead = needs(
  'read_history',
  'rest_forbidden',
  'Only editors and administrators can see how far translations are.',
);
const mayFill = needs('edit_others', 'rest_forbidden', 'Only an editor can bring the files of imported media.');
const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can change translations here.');

/** The states of translations (`contract/extras.md`). */
export const matrixRoutes = {
  '/polydesk/v1/coverage': {
    GET: endpoint({
      summary: 'How far each type is in each language.',
      args: CoverageQuery,
      answers: v.array(Coverage),
      permit: mayRead,
      run: (site, query) => ({ body: coverage(site, query) }),
    }),
  },
  '/polydesk/v1/groups': {
    GET: endpoint({
      summary: 'The matrix: one row a translation group, totals in the headers.',
      args: GroupsQuery,
      answers: v.array(Group),
      permit: mayRead,
      run(site, query, { request }) {
        const { rows, total } = groups(site, query);
        const facts = { total, page: query.page, perPage: query.per_page };
        return { body: rows, headers: pageHeaders(site, request, '/polydesk/v1/groups', facts) };
      },
    }),
  },
  '/polydesk/v1/groups/{group}': {
    PATCH: endpoint({
      summary: 'Chooses the source of a group; answers its row.',
      args: GroupPatch,
      answers: Group,
      traits: { batch: true },
      permit: mayManage,
      run(site, { group, source }) {
        const { row, lang } = updateGroup(site, group, source);
        const item = { id: source, title: row.title };
        return { body: row, summary: { code: 'source.chosen', params: { lang, item } } };
      },
    }),
  },
  '/polydesk/v1/staleness/{kind}/{id}': {
    GET: endpoint({
      summary: 'What changed in the source since the item was confirmed.',
      args: ItemArgs,
      answers: Staleness,
      permit: mayRead,
      run: (site, { kind, id }) => ({ body: staleness(site, kind, id) }),
    }),
  },
  '/polydesk/v1/staleness/{kind}/{id}/confirm': {
    POST: endpoint({
      summary: 'Says that the item is right for its source as it is now.',
      args: ItemArgs,
      answers: Staleness,
      traits: { batch: true },
      permit: mayManage,
      run(site, { kind, id }) {
        memberOf(site, kind, id);
        confirm(site, kind, id);
        return {
          body: staleness(site, kind, id),
          summary: { code: 'translation.confirmed', params: { item: namedItem(site, kind, id) } },
        };
      },
    }),
  },
  '/polydesk/v1/media/{id}/uses': {
    GET: endpoint({
      summary:
        'The items that use a file, by any of the records that share it; X-Polydesk-Newest: of contents only so many of the newest.',
      args: MediaUsesArgs,
      answers: v.array(MediaUse),
      permit: needs('read_history', 'rest_forbidden', 'Only editors and administrators can see where files are used.'),
      run(site, params) {
        const { uses, newest } = mediaUses(site, params.id);
        return { body: uses, headers: newest === null ? {} : { 'X-Polydesk-Newest': String(newest) } };
      },
    }),
  },
  '/polydesk/v1/media/awaited': {
    GET: endpoint({
      summary: 'Which of these files an import named without bringing them, with a record that waits for each.',
      args: AwaitedArgs,
      answers: v.array(AwaitedFile),
      permit: mayFill,
      run: (site, { names }) => ({ body: awaitedOf(site, names) }),
    }),
  },
  '/polydesk/v1/media/{id}/file': {
    POST: endpoint({
      summary: 'Takes the file of a media item that was imported without it, for all versions that name it.',
      args: MediaUsesArgs,
      answers: v.object({ ids: v.array(v.number()) }),
      traits: { takesFile: true },
      permit: mayFill,
      run(site, { id }, { request }) {
        const ids = takeAwaited(site, id, uploadedFile(request));
        return { body: { ids }, summary: { code: 'media.uploaded', params: { item: namedItem(site, 'post', id) } } };
      },
    }),
  },
} satisfies RouteTable;
