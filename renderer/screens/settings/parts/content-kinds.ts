import { api } from '../../../lib/api/api.ts';
import type { Read } from '../../../lib/api/answers.ts';

/** A custom post type or taxonomy, with its number of items (undefined: unknown). */
export interface ContentKind {
  name: string;
  label: string;
  count: number | undefined;
}

type Model = Read<'/polydesk/v1/content-model'>;
type Registered = Model['post_types'][number] | Model['taxonomies'][number];

/** The site's custom types: only these can be chosen. */
export async function readKinds(): Promise<{ postTypes: ContentKind[]; taxonomies: ContentKind[] }> {
  const model = await api.get('/polydesk/v1/content-model');
  const [postTypes, taxonomies] = await Promise.all([
    Promise.all(model.post_types.map((each) => withCount(each, { status: 'any' }))),
    Promise.all(model.taxonomies.map((each) => withCount(each, {}))),
  ]);
  return { postTypes, taxonomies };
}

async function withCount({ name, label, rest_base }: Registered, query: { status?: string }): Promise<ContentKind> {
  const known = { name, label: label || name };
  try {
    const { headers } = await api.list(`/wp/v2/${rest_base || name}`, { ...query, per_page: 1, _fields: 'id' });
    return { ...known, count: Number(headers['x-wp-total']) };
  } catch {
    return { ...known, count: undefined };
  }
}
