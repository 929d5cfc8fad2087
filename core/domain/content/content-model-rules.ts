import { RestError } from '../../errors.ts';
import type { ContentModel, Meta } from '../../schema/content/content-model.ts';
import { POST_ROWS } from '../../schema/content/fields/posts.ts';
import { POST_META, POST_TYPES, TAXONOMIES } from './built-in-types.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Post type names reserved by WordPress; a live site would reject them. */
const RESERVED_POST_TYPES = words(`
  revision nav_menu_item custom_css customize_changeset oembed_cache user_request wp_block wp_template
  wp_template_part wp_global_styles wp_navigation wp_font_family wp_font_face action author order theme any
`);

/** The same for taxonomies; the last four store the languages. */
const RESERVED_TAXONOMIES = words(`
  nav_menu link_category post_format wp_theme wp_template_part_area wp_pattern_category type terms language
  term_language post_translations term_translations
`);

/** Addresses below wp/v2 that already exist, here or on a live site. */
const RESERVED_BASES = words(`
  types taxonomies statuses users search settings comments blocks block-types block-renderer block-patterns
  block-directory pattern-directory menus menu-items menu-locations navigation templates template-parts
  global-styles themes plugins widgets widget-types sidebars font-families font-collections icons languages
`);

/** The REST base of a taxonomy is also a field and a parameter of its items (`content.md` 2.1, 2.2). */
const RESERVED_FIELDS = [
  ...POST_ROWS.filter(({ rest }) => rest).map(({ name }) => name),
  ...words(`
    id type link meta class_list lang translations context page per_page offset order orderby include exclude after
    before tax_relation force name description count _links
  `),
];

/** Stored by WordPress itself, or written by this product under another name (`interface.md` 7). */
const RESERVED_META = words(`
  __proto__ _thumbnail_id _wp_page_template _cms_page_template _edit_lock _edit_last
`);

type Part = keyof ContentModel;

/**
 * Validates the content model as a whole: unique names, nothing built-in, no unknown references. Throws 400 `rest_invalid_param`
 * for the first error of each part.
 */
export function checkContentModel(model: ContentModel): void {
  const faults = new Map<Part, string>();
  const note = (part: Part, text: string | undefined): void => {
    if (text !== undefined && !faults.has(part)) faults.set(part, text);
  };
  const builtIn = {
    types: namesOf(POST_TYPES),
    terms: namesOf(TAXONOMIES),
    bases: basesOf([...POST_TYPES, ...TAXONOMIES]),
  };
  const types = [...builtIn.types, ...namesOf(model.post_types)];
  const terms = [...builtIn.terms, ...namesOf(model.taxonomies)];
  const typeBases = basesOf(model.post_types);
  note('post_types', nameFault(namesOf(model.post_types), [...builtIn.types, ...RESERVED_POST_TYPES]));
  note('post_types', nameFault(typeBases, [...builtIn.bases, ...RESERVED_BASES]));
  note(
    'post_types',
    unknownFault(
      model.post_types.flatMap((type) => type.taxonomies),
      terms,
      'taxonomy',
    ),
  );
  note('taxonomies', nameFault(namesOf(model.taxonomies), [...builtIn.terms, ...RESERVED_TAXONOMIES]));
  note(
    'taxonomies',
    nameFault(basesOf(model.taxonomies), [...builtIn.bases, ...typeBases, ...RESERVED_BASES, ...RESERVED_FIELDS]),
  );
  note(
    'taxonomies',
    unknownFault(
      model.taxonomies.flatMap((taxonomy) => taxonomy.object_types),
      types,
      'post type',
    ),
  );
  note('post_meta', metaFault([...POST_META, ...model.post_meta], types));
  note('term_meta', metaFault(model.term_meta, terms));
  note('page_templates', nameFault(model.page_templates, []));
  if (faults.size > 0) throw invalidModel(faults);
}

interface Named {
  name: string;
  rest_base?: string | undefined;
}

const namesOf = (list: readonly Named[]): string[] => list.map((each) => each.name);
const basesOf = (list: readonly Named[]): string[] => list.map((each) => each.rest_base ?? each.name);

function nameFault(names: readonly string[], reserved: readonly string[]): string | undefined {
  const taken = names.find((name) => reserved.includes(name));
  if (taken !== undefined) return `"${taken}" cannot be used here: it is taken.`;
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `"${twice}" is there twice.`;
}

function unknownFault(named: readonly string[], known: readonly string[], what: string): string | undefined {
  const unknown = named.find((name) => !known.includes(name));
  return unknown === undefined ? undefined : `There is no ${what} "${unknown}".`;
}

function metaFault(list: readonly Meta[], known: readonly string[]): string | undefined {
  const pairs = list.flatMap((meta) => meta.object_types.map((type) => `${meta.key}" of "${type}`));
  const reserved = list.find((meta) => RESERVED_META.includes(meta.key));
  if (reserved) return `"${reserved.key}" cannot be used as the name of a field: it has a meaning of its own.`;
  const invalid = list.find((meta) => meta.default !== undefined && !fits(meta.type, meta.default));
  if (invalid) return `The default of "${invalid.key}" is not of the kind "${invalid.type}".`;
  return (
    unknownFault(
      list.flatMap((meta) => meta.object_types),
      known,
      'type',
    ) ?? nameFault(pairs, [])
  );
}

function fits(type: Meta['type'], value: string | number | boolean): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  return typeof value === type;
}

function invalidModel(faults: ReadonlyMap<Part, string>): RestError {
  const names = [...faults.keys()];
  const details = names.map((name) => [name, { code: 'rest_invalid_param', message: faults.get(name), data: null }]);
  return new RestError(
    'rest_invalid_param',
    `These parts cannot be used: ${names.join(', ')}. ${faults.get(names[0] ?? 'post_types') ?? ''}`.trim(),
    400,
    {
      data: { params: Object.fromEntries(faults), details: Object.fromEntries(details) },
    },
  );
}
