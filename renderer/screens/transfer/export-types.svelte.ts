import { api } from '../../lib/api/api.ts';
import { typeName } from '../../lib/content-types.ts';
import { useResource } from '../../lib/resource.svelte.ts';

export interface ExportType {
  type: string;
  name: string;
  items: number;
}

interface Described {
  slug: string;
  name: string;
  rest_base: string;
}

/** The post types of the site with their number of items, as options for an export. Call it in a component. */
export function exportTypes(): { readonly list: readonly ExportType[] } {
  const found = useResource(readTypes, { kinds: ['post', 'media', 'content-model', 'site'] });
  return {
    get list() {
      return found.value ?? [];
    },
  };
}

async function readTypes(): Promise<ExportType[]> {
  const types = Object.values(await api.get<Record<string, Described>>('/wp/v2/types'));
  return Promise.all(
    types.map(async ({ slug: type, name, rest_base }) => {
      // Any status; media have no status of their own.
      const status = type !== 'attachment' && { status: 'any' };
      const query = { ...status, per_page: 1, _fields: 'id', context: 'edit' };
      const { headers } = await api.list(`/wp/v2/${rest_base}`, query);
      return { type, name: typeName({ type, name }), items: Number(headers['x-wp-total'] ?? 0) };
    }),
  );
}
