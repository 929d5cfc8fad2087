import * as v from 'valibot';
import { mediaUses } from '../domain/media/uses.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { MediaUseItem } from '../schema/media.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Number of the media item.'));

/**
 * `polydesk/v1/media/{id}/uses`: the items that use a file, by any of the records that share it: `[{id, type, title, lang, as}]`;
 * of contents only the newest 200 that hold its name: where there are more, `X-Polydesk-Newest` says so with that number.
 */
export const mediaUsesRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/media/(?P<id>[\\d]+)/uses',
  item: { title: 'media-use', schema: MediaUseItem },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: { id },
      permit: needs('read_history', 'rest_forbidden', 'Only editors and administrators can see where files are used.'),
      list: true,
      run(site, params) {
        const { uses, newest } = mediaUses(site, params.id);
        return { body: uses, headers: newest === null ? {} : { 'X-Polydesk-Newest': String(newest) } };
      },
    }),
  ],
};
