import type { Jobs } from '../jobs/jobs.ts';
import type { CompiledRoute } from '../rest/path.ts';
import type { RouteTable } from '../rest/route.ts';
import type { Site } from '../site.ts';
import { backupRoutes } from './site/backups.ts';
import { bulkRoutes } from './translations/bulk.ts';
import { checkRoutes } from './site/check.ts';
import { commentRoutes } from './content/comments.ts';
import { contentModelRoutes } from './content/content-model.ts';
import { editorStateRoutes } from './translations/editor-state.ts';
import { diagnosticsRoutes } from './site/diagnostics.ts';
import { eventRoutes } from './site/events.ts';
import { findRoutes } from './content/find.ts';
import { historyRoutes } from './site/history.ts';
import { oneItemRoutes } from './content/one-item.ts';
import { impactRoutes } from './languages/impact.ts';
import { itemRoutes } from './translations/items.ts';
import { jobRoutes } from './site/jobs.ts';
import { localeRoutes } from './languages/locales.ts';
import { namespaceIndex, rootIndex } from './site/indexes.ts';
import { findingRoutes } from './desk/findings.ts';
import { glossaryRoutes } from './desk/glossary.ts';
import { handoffRoutes } from './desk/handoffs.ts';
import { memoryRoutes } from './desk/memory.ts';
import { replaceRoutes } from './desk/replace.ts';
import { pretranslateRoutes } from './desk/pretranslate.ts';
import { unitRoutes } from './desk/units.ts';
import { wordsRoutes } from './desk/words.ts';
import { kindRoutes } from './content/types.ts';
import { languageRoutes } from './languages/languages.ts';
import { liveRoutes } from './live/live.ts';
import { searchRoutes } from './content/search.ts';
import { menuRoutes } from './content/menus.ts';
import { matrixRoutes } from './translations/matrix.ts';
import { mediaRoutes } from './content/media.ts';
import { openApiRoutes } from './site/openapi.ts';
import { requestRoutes } from './site/requests.ts';
import { serverRoutes } from './settings/server.ts';
import { postRoutes } from './content/posts.ts';
import { previewRoutes } from './content/previews.ts';
import { sitePreviewRoutes } from './site/site-preview.ts';
import { sessionRoutes } from './site/session.ts';
import { settingsRoutes } from './settings/settings.ts';
import { siteSettingsRoutes } from './settings/site-settings.ts';
import { termRoutes } from './content/terms.ts';
import { tokenRoutes } from './site/tokens.ts';
import { trustRoutes } from './site/trust.ts';
import { stringRoutes } from './site/strings.ts';
import { totalRoutes } from './site/totals.ts';
import { transferRoutes } from './site/transfer.ts';
import { translateRoutes } from './translations/machine.ts';
import { translationRoutes } from './translations/translations.ts';
import { userRoutes } from './content/users.ts';

/**
 * The whole table of a site: every address of the product except the batch, which the engine adds. Rebuilt when the content model
 * changes. `table` is the compiled list itself, for the indexes.
 */
export function routes(site: Site, table: () => readonly CompiledRoute[], jobs: Jobs): RouteTable {
  return {
    ...rootIndex(table),
    ...namespaceIndex('pll/v1', table),
    ...languageSiteRoutes,
    ...namespaceIndex('wp/v2', table),
    ...postRoutes(site),
    ...mediaRoutes(site),
    ...termRoutes(site),
    ...contentSiteRoutes,
    ...namespaceIndex('polydesk/v1', table),
    ...ownRoutes(table, jobs),
  };
}

const languageSiteRoutes = { ...settingsRoutes, ...languageRoutes };
const contentSiteRoutes = {
  ...kindRoutes,
  ...userRoutes,
  ...searchRoutes,
  ...commentRoutes,
  ...menuRoutes,
  ...siteSettingsRoutes,
};

function ownRoutes(table: () => readonly CompiledRoute[], jobs: Jobs) {
  return {
    ...historyRoutes(table),
    ...impactRoutes,
    ...itemRoutes,
    ...matrixRoutes,
    ...oneItemRoutes(table),
    ...translationRoutes,
    ...translateRoutes,
    ...previewRoutes,
    ...sitePreviewRoutes,
    ...jobRoutes(jobs),
    ...bulkRoutes,
    ...stringRoutes,
    ...totalRoutes,
    ...transferRoutes,
    ...handoffRoutes,
    ...checkRoutes,
    ...backupRoutes,
    ...editorStateRoutes,
    ...memoryRoutes,
    ...pretranslateRoutes,
    ...unitRoutes,
    ...wordsRoutes,
    ...replaceRoutes,
    ...glossaryRoutes,
    ...findingRoutes,
    ...requestRoutes,
    ...eventRoutes,
    ...sessionRoutes,
    ...findRoutes,
    ...openApiRoutes(table),
    ...diagnosticsRoutes(table),
    ...localeRoutes,
    ...contentModelRoutes,
    ...tokenRoutes,
    ...trustRoutes,
    ...liveRoutes(jobs),
    ...serverRoutes,
  };
}

/** Every route whose address does not depend on the content model, for `wire.ts`. */
export type FixedRoutes = typeof languageSiteRoutes & typeof contentSiteRoutes & ReturnType<typeof ownRoutes>;
