import type { PreviewWalk } from '../../../core/schema/site/site-preview.ts';
import { runJob } from '../api/jobs.ts';
import { toasts } from '../toasts.svelte.ts';

/** The last look at every page of the finished site: it stays while other screens are shown. */
class SiteWalk {
  report = $state.raw<PreviewWalk>();
  /** While it goes on: how many pages were looked at. */
  pages = $state<number>();

  /** Looks at every page; nothing while that goes on. */
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
