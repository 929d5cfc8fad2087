import type { Jobs } from '../jobs/jobs.ts';
import type { CompiledRoute } from '../rest/path.ts';
import type { Route } from '../rest/route.ts';
import type { Site } from '../site.ts';
import { backupRoutes } from './backups.ts';
import { bulkRoute } from './bulk.ts';
import { checkRoute } from './check.ts';
import { commentRoutes } from './comments.ts';
import { contentModelRoute } from './content-model.ts';
import { deskRoutes } from './desk.ts';
import { diagnosticsRoute } from './diagnostics.ts';
import { findRoute } from './find.ts';
import { historyRoutes } from './history.ts';
import { impactRoutes } from './impact.ts';
import { jobRoutes } from './jobs.ts';
import { localesRoute } from './locales.ts';
import { namespaceIndex, rootIndex } from './indexes.ts';
import { kindRoutes } from './kinds.ts';
import { languageByKeyRoute, languageRoute, languagesRoute } from './languages.ts';
import { searchRoute } from './search.ts';
import { matrixRoutes } from './matrix.ts';
import { mediaRoutes } from './media.ts';
import { openApiRoute } from './openapi.ts';
import { requestsRoute } from './requests.ts';
import { server } from './server.ts';
import { postRoutes } from './posts.ts';
import { previewsRoute } from './previews.ts';
import { settingsRoute } from './settings.ts';
import { siteSettingsRoute } from './site-settings.ts';
import { termRoutes } from './terms.ts';
import { token, tokens } from './tokens.ts';
import { transferRoutes } from './transfer.ts';
import { translateRoutes } from './translate.ts';
import { translationRoutes } from './translations.ts';
import { userRoutes } from './users.ts';

/**
 * The whole table of a site: every address the product answers, but for the batch, which the engine adds. Made anew when the
 * content model changes. `table` is the compiled list itself, for the indexes.
 */
export function routes(site: Site, table: () => readonly CompiledRoute[], jobs: Jobs): Route[] {
  return [
    rootIndex(table),
    namespaceIndex('pll/v1', table),
    settingsRoute,
    languagesRoute,
    languageRoute,
    languageByKeyRoute,
    namespaceIndex('wp/v2', table),
    ...postRoutes(site),
    ...mediaRoutes(site),
    ...termRoutes(site),
    ...kindRoutes,
    ...userRoutes,
    searchRoute,
    ...commentRoutes,
    siteSettingsRoute,
    namespaceIndex('polydesk/v1', table),
    ...historyRoutes,
    ...impactRoutes,
    ...matrixRoutes,
    ...translationRoutes,
    ...translateRoutes,
    previewsRoute,
    ...jobRoutes(jobs),
    bulkRoute,
    ...transferRoutes,
    checkRoute,
    ...backupRoutes,
    ...deskRoutes,
    requestsRoute,
    findRoute,
    openApiRoute(table),
    diagnosticsRoute(table),
    localesRoute,
    contentModelRoute,
    tokens,
    token,
    server,
  ];
}
