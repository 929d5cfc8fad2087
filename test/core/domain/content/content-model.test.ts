import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import {
  contentModel,
  customPostTypes,
  customTaxonomies,
  isTranslated,
  pageTemplates,
  postType,
  registeredMeta,
  taxonomy,
  translatedPostTypes,
  translatedTaxonomies,
  writeContentModel,
} from '../../../../core/domain/content/content-model.ts';
import { commandLineCaller } from '../../../../core/domain/access/callers.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import { RestError } from '../../../../core/errors.ts';
import { ContentModelSchema } from '../../../../core/schema/content/content-model.ts';
import { openSite, type Site } from '../../../../core/site.ts';
import { writeSetting } from '../../../../core/store/settings/settings.ts';

let site: Site;
beforeEach(() => {
  site = openSite(':memory:', { version: '1.0.0' });
  return () => site.close();
});

function change(work: () => void): void {
  transact(site, commandLineCaller(site), () => ({ value: work(), keep: true }));
}
function write(model: unknown): void {
  change(() => writeContentModel(site, v.parse(ContentModelSchema, model)));
}

const BOOKS = {
  post_types: [
    { name: 'book', rest_base: 'books', label: 'Books', taxonomies: ['genre', 'post_tag'] },
    { name: 'manual', hierarchical: true },
  ],
  taxonomies: [
    { name: 'genre', rest_base: 'genres', hierarchical: true },
    { name: 'topic', object_types: ['book', 'post'] },
  ],
  post_meta: [{ key: 'rating', type: 'integer', default: 0, object_types: ['post', 'book'] }],
  term_meta: [{ key: 'color', type: 'string', object_types: ['category', 'genre'] }],
  page_templates: ['page-no-title', 'folder/wide.html'],
};

test('a new site has the built-in types only', () => {
  expect(contentModel(site)).toEqual({
    post_types: [],
    taxonomies: [],
    post_meta: [],
    term_meta: [],
    page_templates: [],
  });
  expect(translatedPostTypes(site)).toEqual(['post', 'page']);
  expect(translatedTaxonomies(site)).toEqual(['category', 'post_tag']);
  expect(postType(site, 'attachment')).toMatchObject({ rest_base: 'media', custom: false });
  expect(registeredMeta(site, 'post', 'page').map((meta) => meta.key)).toEqual(['footnotes']);
  expect(registeredMeta(site, 'post', 'attachment')).toEqual([]);
});

describe('with a content model', () => {
  beforeEach(() => write(BOOKS));

  test('left-out parts are filled in', () => {
    expect(postType(site, 'manual')).toEqual({
      name: 'manual',
      rest_base: 'manual',
      label: 'manual',
      hierarchical: true,
      supports: ['title', 'editor'],
      taxonomies: [],
      has_archive: false,
      custom: true,
    });
    expect(contentModel(site).post_types[1]).toMatchObject({ rest_base: 'manual', label: 'manual' });
  });

  test('types and taxonomies know each other, whichever side names the other', () => {
    expect(postType(site, 'book')?.taxonomies).toEqual(['post_tag', 'genre', 'topic']);
    expect(postType(site, 'post')?.taxonomies).toEqual(['category', 'post_tag', 'topic']);
    expect(taxonomy(site, 'genre')?.object_types).toEqual(['book']);
    expect(taxonomy(site, 'post_tag')?.object_types).toEqual(['post', 'book']);
  });

  test.each([
    [{}, ['post', 'page'], ['category', 'post_tag']],
    [{ media_support: true }, ['post', 'page', 'attachment'], ['category', 'post_tag']],
    [{ post_types: ['manual', 'gone', 'book'] }, ['post', 'page', 'book', 'manual'], ['category', 'post_tag']],
    [{ taxonomies: ['topic'] }, ['post', 'page'], ['category', 'post_tag', 'topic']],
  ])('translated with settings %j', (settings, types, terms) => {
    change(() => Object.entries(settings).forEach(([name, value]) => writeSetting(site.db, name, value)));
    expect(translatedPostTypes(site)).toEqual(types);
    expect(translatedTaxonomies(site)).toEqual(terms);
    expect(isTranslated(site, 'post', 'book')).toBe(types.includes('book'));
    expect(isTranslated(site, 'term', 'book')).toBe(false);
  });

  test('custom names, meta and templates', () => {
    expect(customPostTypes(site)).toEqual(['book', 'manual']);
    expect(customTaxonomies(site)).toEqual(['genre', 'topic']);
    expect(registeredMeta(site, 'post', 'post').map((meta) => meta.key)).toEqual(['footnotes', 'rating']);
    expect(registeredMeta(site, 'term', 'genre').map((meta) => meta.key)).toEqual(['color']);
    expect(pageTemplates(site)).toEqual(['page-no-title', 'folder/wide.html']);
  });

  test('an empty model takes the types away, the same one makes no entry', () => {
    const { notice } = transact(site, commandLineCaller(site), () => ({
      value: writeContentModel(site, v.parse(ContentModelSchema, BOOKS)),
      keep: true,
    }));
    expect(notice).toBeNull();
    write({});
    expect(customPostTypes(site)).toEqual([]);
  });

  test('values read before a rollback are not reused', () => {
    transact(site, commandLineCaller(site), () => {
      writeContentModel(site, v.parse(ContentModelSchema, {}));
      expect(customPostTypes(site)).toEqual([]);
      return { value: undefined, keep: false };
    });
    expect(customPostTypes(site)).toEqual(['book', 'manual']);
  });
});

const type = (fields: object): object => ({ post_types: [fields] });
const terms = (fields: object): object => ({ taxonomies: [fields] });
const meta = (fields: object): object => ({
  post_meta: [{ key: 'k', type: 'string', object_types: ['post'], ...fields }],
});

test.each([
  ['a built-in type', type({ name: 'post' }), ['post_types']],
  ['a type WordPress keeps', type({ name: 'wp_block' }), ['post_types']],
  ['a type twice', { post_types: [{ name: 'a' }, { name: 'a' }] }, ['post_types']],
  ['a built-in address', type({ name: 'book', rest_base: 'media' }), ['post_types']],
  ['a reserved address', type({ name: 'settings' }), ['post_types']],
  ['an unknown taxonomy', type({ name: 'book', taxonomies: ['genre'] }), ['post_types']],
  ['a language taxonomy', terms({ name: 'language' }), ['taxonomies']],
  ['a built-in taxonomy', terms({ name: 'category' }), ['taxonomies']],
  ['an address that is a field', terms({ name: 'status' }), ['taxonomies']],
  ['an unknown post type', terms({ name: 'genre', object_types: ['book'] }), ['taxonomies']],
  ['one address for both', { post_types: [{ name: 'genre' }], taxonomies: [{ name: 'genre' }] }, ['taxonomies']],
  ['a default of another kind', meta({ type: 'integer', default: 1.5 }), ['post_meta']],
  ['meta of an unknown type', meta({ object_types: ['book'] }), ['post_meta']],
  [
    'the same meta twice',
    { post_meta: [meta({}), meta({})].flatMap((m) => (m as { post_meta: object[] }).post_meta) },
    ['post_meta'],
  ],
  ['meta that is there already', meta({ key: 'footnotes' }), ['post_meta']],
  ['a key with a meaning', meta({ key: '_thumbnail_id' }), ['post_meta']],
  ['a template twice', { page_templates: ['a', 'a'] }, ['page_templates']],
  ['two faults', { ...type({ name: 'page' }), page_templates: ['a', 'a'] }, ['post_types', 'page_templates']],
])('refuses %s', (_what, model, parts) => {
  const before = contentModel(site);
  let error: unknown;
  try {
    write(model);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(RestError);
  expect(error).toMatchObject({ code: 'rest_invalid_param', status: 400 });
  expect(Object.keys((error as RestError).extra.data?.['params'] as object)).toEqual(parts);
  expect(contentModel(site)).toEqual(before);
});
