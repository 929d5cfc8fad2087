import { contentModel, writeContentModel } from '../../domain/content/content-model.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { ContentModelSchema } from '../../schema/content/content-model.ts';

const mayUse = needs('manage_options', 'rest_forbidden', 'Only an administrator can see or change the content model.');

export const contentModelRoutes = {
  '/polydesk/v1/content-model': {
    GET: endpoint({
      summary: 'Custom types, taxonomies, meta fields and templates.',
      args: {},
      answers: ContentModelSchema,
      permit: mayUse,
      run: (site) => ({ body: contentModel(site) }),
    }),
    PUT: endpoint({
      summary: 'Replaces the whole content model.',
      args: ContentModelSchema.entries,
      answers: ContentModelSchema,
      traits: { batch: true },
      permit: mayUse,
      run: (site, model) => ({ body: writeContentModel(site, model), summary: { code: 'model.changed', params: {} } }),
    }),
  },
} satisfies RouteTable;
