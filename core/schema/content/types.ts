import * as v from 'valibot';
import { item } from '../wire/answer-field.ts';

const all = ['view', 'edit', 'embed'] as const;
const long = ['view', 'edit'] as const;
const edit = ['edit'] as const;
const texts = v.array(v.string());
const open = v.looseObject({});

function shown<S extends v.GenericSchema>(schema: S, text: string, context: readonly string[]) {
  return v.pipe(schema, v.description(text), v.metadata({ context, readonly: true }));
}

const named = {
  name: shown(v.string(), 'Name as people read it.', all),
  slug: shown(v.string(), 'Technical name.', all),
};
const addressed = {
  rest_base: shown(v.string(), 'Last part of the address.', all),
  rest_namespace: shown(v.string(), 'First part of the address.', all),
};

/** A post type in `wp/v2/types` (`content.md` 4). */
export const TypeItem = item('type', {
  capabilities: shown(open, 'Rights of the type.', edit),
  description: shown(v.string(), 'Description.', long),
  hierarchical: shown(v.boolean(), 'Whether items can have a parent.', long),
  has_archive: shown(v.boolean(), 'Whether the site lists the items on a page of its own.', long),
  viewable: shown(v.boolean(), 'Whether items have a page of their own.', edit),
  labels: shown(open, 'Words for the type.', edit),
  ...named,
  icon: shown(v.nullable(v.string()), 'Icon of the type.', all),
  supports: shown(open, 'Parts an item has.', edit),
  taxonomies: shown(texts, 'Taxonomies of the type.', long),
  ...addressed,
  template: shown(v.array(v.unknown()), 'Blocks of a new item.', all),
  template_lock: shown(v.boolean(), 'Whether those blocks are fixed.', all),
  visibility: shown(open, 'Where the type is offered.', edit),
});

/** A taxonomy in `wp/v2/taxonomies` (`content.md` 4). */
export const TaxonomyItem = item('taxonomy', {
  capabilities: shown(open, 'Rights of the taxonomy.', edit),
  description: shown(v.string(), 'Description.', long),
  hierarchical: shown(v.boolean(), 'Whether terms can have a parent.', long),
  labels: shown(open, 'Words for the taxonomy.', edit),
  ...named,
  show_cloud: shown(v.boolean(), 'Whether it is offered as a cloud.', edit),
  types: shown(texts, 'Post types that use it.', long),
  ...addressed,
  visibility: shown(open, 'Where the taxonomy is offered.', edit),
});

/** A status in `wp/v2/statuses` (`content.md` 4). */
export const StatusItem = item('status', {
  name: shown(v.string(), 'Name as people read it.', all),
  private: shown(v.boolean(), 'Whether only some may read the items.', edit),
  protected: shown(v.boolean(), 'Whether the items are not out yet.', edit),
  public: shown(v.boolean(), 'Whether everyone may read the items.', long),
  queryable: shown(v.boolean(), 'Whether lists contain the items.', long),
  show_in_list: shown(v.boolean(), 'Whether the list of all items contains them.', edit),
  slug: shown(v.string(), 'Technical name.', all),
  date_floating: shown(v.boolean(), 'Whether an item has no fixed date yet.', long),
});
