import type { JobKind } from '../domain/job-kind.ts';
import type { Json } from '../types.ts';
import { previewHosts } from './hosts.ts';
import { walkSite } from './walk.ts';

/** Ports do not appear in findings: links are judged by their target. */
const ANY_PORT = 1;

/** `POST /site-preview/walks`: checks every page of the finished site. Changes nothing. */
export const walkKind: JobKind = {
  name: 'preview_walk',
  screen: 'activity',
  run(site, _input, tools) {
    const report = walkSite(site, previewHosts(site, ANY_PORT), (pages) => tools.progress(pages));
    return { report: report as unknown as Json };
  },
};
