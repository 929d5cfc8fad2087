import { keepPreview } from '../../domain/content/previews.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { PreviewArgs, Preview } from '../../schema/content/preview.ts';

export const previewRoutes = {
  '/polydesk/v1/previews': {
    // For a frame that runs and loads nothing (`security.md` E5).
    POST: endpoint({
      summary: 'A text as a page of its own, in memory only, at an address that cannot be guessed.',
      args: PreviewArgs,
      answers: Preview,
      traits: { noTransaction: true },
      permit: needs('manage_options', 'rest_forbidden', 'Only an administrator can use this.'),
      run: (site, input) => ({ status: 201, body: keepPreview(site, input) }),
    }),
  },
} satisfies RouteTable;
