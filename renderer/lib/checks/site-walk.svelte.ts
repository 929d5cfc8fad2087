import type { PreviewWalk } from '../../../core/schema/site/site-preview.ts';
import { runJob } from '../api/jobs.ts';
import { toasts } from '../toasts.svelte.ts';

/** The last walk over every page of the finished site: kept while other screens are shown. */
class SiteWalk {
  report = $state.raw<PreviewWalk>();
  /** Number of pages checked so far, while it runs. */
  pages = $state<number>();

  /** Checks every page; does nothing while a walk is running. */
  async run(): Promise<void> {
    if (this.pages !== undefined) return;
    this.pages = 0;
    try {
      const path = '/polydesk/v1/site-preview/walks';
      this.report = (await runJob<PreviewWalk>(path, {}, ({ done }) => (this.pages = done))).report;
    } catch (thrown) {
      toasts.failed(thrown);
    } finally {
      this.pages = undefined;
    }
  }
}

export const siteWalk = new SiteWalk();
