import { keepPreview } from '../domain/previews.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { PreviewArgs, PreviewItem } from '../schema/preview.ts';

/**
 * `polydesk/v1/previews`: 201 with `{path}`: a text as a page of its own, for a frame that runs and loads nothing
 * (`reliability-and-security.md` E5). In memory only, at an address nobody can guess.
 */
export const previewsRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/previews',
  item: { title: 'preview', schema: PreviewItem },
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: PreviewArgs,
      outside: true,
      permit: needs('manage_options', 'rest_forbidden', 'Only an administrator can use this.'),
      run: (site, input) => ({ status: 201, body: keepPreview(site, input) }),
    }),
  ],
};
