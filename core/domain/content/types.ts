import { RestError, refusal } from '../../errors.ts';
import type { Site } from '../../site.ts';
import type { Caller, Dict } from '../../types.ts';
import { postType, postTypes, taxonomies, taxonomy, type PostType, type Taxonomy } from './content-model.ts';
import { canEditType } from './posts/rights.ts';

export type KindContext = 'view' | 'embed' | 'edit';

const CURIES = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }];

/** The caller, and the context of the response. */
export interface KindAsk {
  caller: Caller;
  context: KindContext;
}

/** All post types by name; in the edit context those whose items the caller may edit (`content.md` 4). */
export function typesByName(site: Site, { caller, context }: KindAsk): Dict<Dict> {
  const shown = postTypes(site).filter((type) => context !== 'edit' || canEditType(caller, type));
  return Object.fromEntries(shown.map((type) => [type.name, typeValue(site, type, context)]));
}

/** One post type; 404 `rest_type_invalid`, in the edit context 401 or 403 `rest_forbidden_context`. */
export function typeByName(site: Site, name: string, { caller, context }: KindAsk): Dict {
  const type = postType(site, name);
  if (!type) throw new RestError('rest_type_invalid', 'No post type has this name.', 404);
  if (context === 'edit' && !canEditType(caller, type))
    throw refusal(caller, 'rest_forbidden_context', 'You may not edit items of this type.');
  return typeValue(site, type, context);
}

/** All taxonomies by name, or those of a post type. The language taxonomies are not included (`content.md` 4). */
export function taxonomiesByName(site: Site, filter: { type?: string | undefined }, context: KindContext): Dict<Dict> {
  const shown = taxonomies(site).filter((tax) => filter.type === undefined || tax.object_types.includes(filter.type));
  return Object.fromEntries(shown.map((tax) => [tax.name, taxonomyValue(site, tax, context)]));
}

/** One taxonomy; 404 `rest_taxonomy_invalid`, in the edit context 401 or 403 `rest_forbidden_context`. */
export function taxonomyByName(site: Site, name: string, { caller, context }: KindAsk): Dict {
  const tax = taxonomy(site, name);
  if (!tax) throw new RestError('rest_taxonomy_invalid', 'No taxonomy has this name.', 404);
  if (context === 'edit' && !caller.can('edit_own'))
    throw refusal(caller, 'rest_forbidden_context', 'You may not give terms of this taxonomy to items.');
  return taxonomyValue(site, tax, context);
}

/** The statuses visible to the caller, by name (`content.md` 4). */
export function statusesByName(site: Site, { caller, context }: KindAsk): Dict<Dict> {
  const shown = Object.entries(STATUSES).filter(([name]) => mayKnow(caller, name));
  return Object.fromEntries(shown.map(([name, status]) => [name, statusValue(site, { name, ...status }, context)]));
}

/** One status; 404 `rest_status_invalid`, 401 or 403 `rest_cannot_read_status`. */
export function statusByName(site: Site, name: string, { caller, context }: KindAsk): Dict {
  const status = Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined;
  if (HOST_OWN.has(name)) throw refusal(caller, 'rest_cannot_read_status', 'You may not see this status.');
  if (!status) throw new RestError('rest_status_invalid', 'No status has this name.', 404);
  if (!mayKnow(caller, name)) throw refusal(caller, 'rest_cannot_read_status', 'You may not see this status.');
  return statusValue(site, { name, ...status }, context);
}

interface Status {
  label: string;
  kind: 'public' | 'private' | 'protected' | 'trash';
  floating: boolean;
}

const STATUSES: Readonly<Record<string, Status>> = {
  publish: { label: 'Published', kind: 'public', floating: false },
  future: { label: 'Scheduled', kind: 'protected', floating: false },
  draft: { label: 'Draft', kind: 'protected', floating: true },
  pending: { label: 'Pending', kind: 'protected', floating: true },
  private: { label: 'Private', kind: 'private', floating: false },
  trash: { label: 'Trash', kind: 'trash', floating: false },
};

/** WordPress-internal statuses: they exist, but are never readable. */
const HOST_OWN: ReadonlySet<string> = new Set(
  'auto-draft inherit request-pending request-confirmed request-failed request-completed'.split(' '),
);

function mayKnow(caller: Caller, name: string): boolean {
  return name === 'publish' || caller.can('edit_own');
}

function statusValue(site: Site, status: Status & { name: string }, context: KindContext): Dict {
  const { name, label, kind, floating } = status;
  const isPublic = kind === 'public';
  return {
    name: label,
    ...(context === 'edit' && { private: kind === 'private', protected: kind === 'protected' }),
    ...(context !== 'embed' && { public: isPublic, queryable: isPublic }),
    ...(context === 'edit' && { show_in_list: kind !== 'trash' }),
    slug: name,
    ...(context !== 'embed' && { date_floating: floating }),
    _links: { archives: [{ href: `${root(site)}/posts${isPublic ? '' : `?status=${name}`}` }] },
  };
}

function typeValue(site: Site, type: PostType, context: KindContext): Dict {
  const isEdit = context === 'edit';
  return {
    ...(isEdit && { capabilities: {} }),
    ...(context !== 'embed' && { description: '', hierarchical: type.hierarchical, has_archive: type.has_archive }),
    ...(isEdit && {
      visibility: { show_in_nav_menus: type.name !== 'attachment', show_ui: true },
      viewable: true,
      labels: { name: type.label, ...type.labels },
    }),
    name: type.label,
    slug: type.name,
    icon: null,
    ...(isEdit && { supports: Object.fromEntries(type.supports.map((part) => [part, true])) }),
    ...(context !== 'embed' && { taxonomies: [...type.taxonomies] }),
    rest_base: type.rest_base,
    rest_namespace: 'wp/v2',
    template: [],
    template_lock: false,
    _links: {
      collection: [{ href: `${root(site)}/types` }],
      'wp:items': [{ href: `${root(site)}/${type.rest_base}` }],
      curies: CURIES,
    },
  };
}

function taxonomyValue(site: Site, tax: Taxonomy, context: KindContext): Dict {
  const isEdit = context === 'edit';
  return {
    ...(isEdit && { capabilities: {} }),
    name: tax.label,
    slug: tax.name,
    ...(context !== 'embed' && { description: '' }),
    ...(isEdit && { labels: { name: tax.label, ...tax.labels }, show_cloud: true }),
    ...(context !== 'embed' && { types: [...tax.object_types], hierarchical: tax.hierarchical }),
    rest_base: tax.rest_base,
    rest_namespace: 'wp/v2',
    ...(isEdit && {
      visibility: {
        public: true,
        publicly_queryable: true,
        show_admin_column: true,
        show_in_nav_menus: true,
        show_in_quick_edit: true,
        show_ui: true,
      },
    }),
    _links: {
      collection: [{ href: `${root(site)}/taxonomies` }],
      'wp:items': [{ href: `${root(site)}/${tax.rest_base}` }],
      curies: CURIES,
    },
  };
}

function root(site: Site): string {
  return `${site.serverUrl}/wp-json/wp/v2`;
}
