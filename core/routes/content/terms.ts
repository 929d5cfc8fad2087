import { refuseOtherState, tagHeader } from '../../live/etag.ts';
import * as v from 'valibot';
import { languageCodeList } from '../../domain/content/content-facts.ts';
import { isTranslated, registeredMeta, taxonomies, type Taxonomy } from '../../domain/content/content-model.ts';
import { shownName } from '../../domain/content/plain-text.ts';
import { checkPostOfTerms, termPage } from '../../domain/content/terms/pages.ts';
import {
  createTerm,
  deleteTerm,
  isProtectedTerm,
  term,
  termRow,
  updateTerm,
} from '../../domain/content/terms/terms.ts';
import { RestError } from '../../errors.ts';
import { restRoot } from '../../rest/address.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type Call, type Endpoint, type RouteTable } from '../../rest/route.ts';
import { inContext } from '../../schema/wire/answer-field.ts';
import { contentContext } from '../../schema/wire/list-params.ts';
import { termInput, termItem, termListParams, type TermShape } from '../../schema/content/term.ts';
import type { NamedItem } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import type { Dict } from '../../types.ts';

/** List and item routes of every taxonomy of the site (`content.md` 3). Rebuilt when the content model changes. */
export function termRoutes(site: Site): RouteTable {
  return Object.assign({}, ...taxonomies(site).map((tax) => routesOf(site, tax))) as RouteTable;
}

function routesOf(site: Site, tax: Taxonomy): RouteTable {
  const shape: TermShape = {
    name: tax.name,
    hierarchical: tax.hierarchical,
    isTranslated: isTranslated(site, 'term', tax.name),
    metas: registeredMeta(site, 'term', tax.name),
    codes: () => languageCodeList(site),
  };
  const item = inContext(v.pipe(termItem(shape), v.title(tax.name === 'post_tag' ? 'tag' : tax.name)));
  const path = `/wp/v2/${tax.rest_base}`;
  return {
    [path]: { GET: listEndpoint(tax, shape, item), POST: createEndpoint(tax, shape, item) },
    [`${path}/{id}`]: {
      GET: readEndpoint(tax, item),
      EDIT: updateEndpoint(tax, shape, item),
      DELETE: deleteEndpoint(tax),
    },
  };
}

type Item = ReturnType<typeof inContext>;

function listEndpoint(tax: Taxonomy, shape: TermShape, item: Item): Endpoint {
  return endpoint({
    args: termListParams(shape),
    answers: v.array(item),
    traits: { batch: true },
    permit: mayReadContext,
    run(site, params, { caller, request }) {
      if (params.post !== undefined) checkPostOfTerms(site, params.post, caller);
      const { items, total, page } = termPage(site, tax, params);
      const facts = { total, page, perPage: params.per_page };
      return { body: items, headers: pageHeaders(site, request, `/wp/v2/${tax.rest_base}`, facts) };
    },
  });
}

function createEndpoint(tax: Taxonomy, shape: TermShape, item: Item): Endpoint {
  const { name, ...others } = termInput(shape);
  const right = tax.hierarchical ? 'manage_terms' : 'create_flat_terms';
  return endpoint({
    args: { name: name.wrapped, ...others },
    answers: item,
    traits: { batch: true },
    permit: needs(right, 'rest_cannot_create', 'You may not add terms here.'),
    run(site, params, { raw }) {
      const made = createTerm(site, tax, { ...params, parent: givenParent(params, raw) });
      const body = term(site, tax, { id: made, context: 'edit' });
      const headers = { Location: `${restRoot(site)}/wp/v2/${tax.rest_base}/${made}` };
      return { status: 201, body, headers, summary: { code: 'term.added', params: named(tax, body) } };
    },
  });
}

function readEndpoint(tax: Taxonomy, item: Item): Endpoint {
  return endpoint({
    args: { id, context: contentContext },
    answers: item,
    traits: { batch: true },
    permit: mayReadContext,
    run(site, params) {
      const body = term(site, tax, { id: params.id ?? 0, context: params.context });
      return params.context === 'edit'
        ? { body, headers: tagHeader(site, { kind: 'term', id: params.id ?? 0 }) }
        : { body };
    },
  });
}

function updateEndpoint(tax: Taxonomy, shape: TermShape, item: Item): Endpoint {
  return endpoint({
    args: { id, ...termInput(shape) },
    answers: item,
    traits: { batch: true },
    permit: needs('manage_terms', 'rest_cannot_update', 'You may not change this term.'),
    run(site, params, { raw, request }) {
      refuseOtherState(site, { kind: 'term', id: params.id ?? 0 }, request);
      updateTerm(site, tax, { ...params, id: params.id ?? 0, parent: givenParent(params, raw) });
      const body = term(site, tax, { id: params.id ?? 0, context: 'edit' });
      const headers = tagHeader(site, { kind: 'term', id: params.id ?? 0 });
      return { body, headers, summary: { code: 'term.changed', params: named(tax, body) } };
    },
  });
}

function deleteEndpoint(tax: Taxonomy): Endpoint {
  return endpoint({
    args: { id, force: v.optional(v.pipe(v.boolean(), v.description('Terms have no trash: must be true.')), false) },
    traits: { batch: true },
    permit: mayDelete,
    run(site, params, { request }) {
      const row = termRow(site, tax, params.id ?? 0);
      refuseOtherState(site, { kind: 'term', id: row.id }, request);
      if (!params.force) {
        throw new RestError(
          'rest_trash_not_supported',
          'Terms have no trash: send force=true to delete for good.',
          501,
        );
      }
      const { _links: _unused, ...previous } = term(site, tax, { id: row.id, context: 'edit' });
      deleteTerm(site, row);
      return { body: { deleted: true, previous }, summary: { code: 'term.deleted', params: named(tax, previous) } };
    },
  });
}

const id = v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the term.')));

const mayEditContext = needs('manage_terms', 'rest_forbidden_context', 'You may not read terms for editing.');
const mayDeleteTerms = needs('manage_terms', 'rest_cannot_delete', 'You may not delete this term.');

function mayReadContext(site: Site, params: Dict, call: Call): RestError | undefined {
  return params['context'] === 'edit' ? mayEditContext(site, params, call) : undefined;
}

/** The default category and its translations are refused like a missing right (`content.md` 3.3). */
function mayDelete(site: Site, params: Dict, call: Call): RestError | undefined {
  const refusal = mayDeleteTerms(site, params, call);
  if (refusal || !isProtectedTerm(site, Number(params['id']))) return refusal;
  return new RestError('rest_cannot_delete', 'The default category and its translations cannot be deleted.', 403);
}

/** A flat taxonomy has no such argument, but refuses one if sent (`content.md` 3.3). */
function givenParent(params: { parent?: number | undefined }, raw: Dict): number | undefined {
  return params.parent ?? (raw['parent'] === undefined || raw['parent'] === null ? undefined : Number(raw['parent']));
}

function named(tax: Taxonomy, { id: which, name }: Dict): { type: string; item: NamedItem } {
  return { type: tax.name, item: { id: Number(which), title: shownName(String(name)) } };
}
