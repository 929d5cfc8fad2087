import { previewOf } from '../../preview/switch.ts';
import { RestError } from '../../errors.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { JobStarted } from '../../schema/site/job.ts';
import { SitePreview, SitePreviewArgs } from '../../schema/site/site-preview.ts';
import type { Site } from '../../site.ts';

const mayPreview = needs('manage_options', 'rest_forbidden', 'Only an administrator can preview the finished site.');

function stateOf(site: Site): { enabled: boolean; url: string } {
  const preview = previewOf(site);
  return { enabled: preview?.isOn ?? false, url: preview?.url ?? '' };
}

/** The preview of the finished site (`contract/extras.md`, `/site-preview`). */
export const sitePreviewRoutes = {
  '/polydesk/v1/site-preview': {
    GET: endpoint({
      summary: 'Whether the finished site is served, and where.',
      args: {},
      answers: SitePreview,
      permit: mayPreview,
      run: (site) => ({ body: stateOf(site) }),
    }),
    PUT: endpoint({
      summary: 'Serves the finished site on a port of its own, or ends that. Stores nothing.',
      args: SitePreviewArgs,
      answers: SitePreview,
      traits: { noTransaction: true },
      permit: mayPreview,
      run(site, { enabled }) {
        const preview = previewOf(site);
        if (!preview)
          throw new RestError('polydesk_no_server', 'No server runs for this site, so nothing can be previewed.', 409);
        preview.turn(enabled);
        return { body: stateOf(site) };
      },
    }),
  },
  '/polydesk/v1/site-preview/walks': {
    POST: endpoint({
      summary: 'Looks at every page of the finished site, as a job: addresses, links, hreflang.',
      args: {},
      answers: JobStarted,
      traits: { noTransaction: true },
      permit: mayPreview,
      run: () => ({ job: { kind: 'preview_walk', input: null } }),
    }),
  },
} satisfies RouteTable;
