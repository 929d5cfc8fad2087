import { contentModel, writeContentModel } from '../domain/content-model.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { ContentModelSchema } from '../schema/content-model.ts';

const mayUse = needs('manage_options', 'rest_forbidden', 'Only an administrator can see or change the content model.');

/** `polydesk/v1/content-model` (`contract/extras.md`): custom types, taxonomies, meta fields and templates. PUT replaces the whole. */
export const contentModelRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/content-model',
  item: { title: 'content-model', schema: ContentModelSchema },
  endpoints: [
    endpoint({ methods: ['GET'], args: {}, permit: mayUse, run: (site) => ({ body: contentModel(site) }) }),
    endpoint({
      methods: ['PUT'],
      args: ContentModelSchema.entries,
      batch: true,
      permit: mayUse,
      run: (site, model) => ({ body: writeContentModel(site, model), summary: 'Changed the content model' }),
    }),
  ],
};
