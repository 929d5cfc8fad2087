// Terms, and how a post gets those of its language (`live-wordpress.md` 2).
import {
  knownLanguage,
  listOf,
  may,
  pageOf,
  Refusal,
  require,
  textOf,
  type WpAnswer,
  type WpRequest,
} from './answers.ts';
import { presentTerm } from './present.ts';
import { freeSlug, slugOf } from './slugs.ts';
import { addTerm, groupOf, storeGroup, TAXONOMIES, type Body, type WpSite, type WpTerm } from './site.ts';

/** As WordPress stores names: encoded and trimmed. */
export function storedName(name: string): string {
  return name
    .trim()
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

export function listTerms(site: WpSite, taxonomy: string, req: WpRequest): WpAnswer {
  const { query } = req;
  if (query.get('context') === 'edit') require(req.user, may(req.user, 'manage_categories'), 'rest_forbidden_context');
  const [include, slugs, lang] = [listOf(query, 'include')?.map(Number), listOf(query, 'slug'), query.get('lang')];
  const code = lang === null || lang === '' ? undefined : knownLanguage(site, lang);
  const found = [...site.terms.values()].filter(
    (one) =>
      one.taxonomy === taxonomy &&
      (!include || include.includes(one.id)) &&
      (!slugs || slugs.includes(one.slug)) &&
      (code === undefined || one.lang === code),
  );
  const isById = query.get('orderby') === 'id';
  const sign = query.get('order') === 'desc' ? -1 : 1;
  const ordered = found.toSorted((a, b) => sign * (isById ? a.id - b.id : a.name.localeCompare(b.name)));
  const { items, headers } = pageOf(ordered, query);
  return { status: 200, body: items.map((one) => presentTerm(site, one, req)), headers };
}

export function findTerm(site: WpSite, taxonomy: string, id: number): WpTerm {
  const found = site.terms.get(id);
  if (!found || found.taxonomy !== taxonomy) throw new Refusal(404, 'rest_term_invalid');
  return found;
}

export function createTerm(site: WpSite, taxonomy: string, req: WpRequest): WpAnswer {
  const { user, query, body } = req;
  const isFlat = TAXONOMIES[taxonomy]?.hierarchical === false;
  require(user, may(user, isFlat ? 'edit_posts' : 'manage_categories'), 'rest_cannot_create');
  refuseParent(taxonomy, body);
  const name = storedName(textOf(body['name']));
  if (name === '') throw new Refusal(400, 'rest_missing_callback_param');
  const sent = query.get('lang') ?? (typeof body['lang'] === 'string' ? body['lang'] : undefined) ?? site.leaked;
  site.leaked = site.options.keepsBatchesApart ? undefined : sent;
  const lang = site.options.surface === 'none' ? '' : knownLanguage(site, sent);
  const slug = slugOf(textOf(body['slug'] ?? '')) || slugOf(name);
  const known = [...site.terms.values()].filter((one) => one.taxonomy === taxonomy);
  const twin =
    known.find((one) => one.slug === slug || (one.name === name && one.lang === lang)) ??
    known.find((one) => one.name === name);
  if (twin && twin.lang === lang) throw new Refusal(400, 'term_exists', { term_id: twin.id });
  // The name or slug of another language: 201 with that term, and nothing is made, unless an own slug was sent.
  if (twin && (twin.slug === slug || body['slug'] === undefined))
    return { status: 201, body: presentTerm(site, twin, req) };
  const made = addTerm(site, { taxonomy, name, slug, lang });
  if (site.options.failsAfterInsert) throw new Refusal(500, 'db_insert_error');
  store(site, made, body);
  return { status: 201, body: presentTerm(site, made, { ...req, query: new URLSearchParams('context=edit') }) };
}

export function updateTerm(site: WpSite, taxonomy: string, id: number, req: WpRequest): WpAnswer {
  const found = findTerm(site, taxonomy, id);
  require(req.user, may(req.user, 'manage_categories'), 'rest_cannot_update');
  refuseParent(taxonomy, req.body);
  const { name, slug } = req.body;
  if (
    slug !== undefined &&
    [...site.terms.values()].some(
      (one) => one !== found && one.taxonomy === taxonomy && one.slug === slugOf(textOf(slug)),
    )
  )
    throw new Refusal(400, 'duplicate_term_slug');
  if (name !== undefined) found.name = storedName(textOf(name));
  if (slug !== undefined) found.slug = slugOf(textOf(slug)) || found.slug;
  store(site, found, req.body);
  return { status: 200, body: presentTerm(site, found, { ...req, query: new URLSearchParams('context=edit') }) };
}

/** A parent, even none, is refused where terms have no order among them. */
function refuseParent(taxonomy: string, { parent }: Body): void {
  if (parent !== undefined && !TAXONOMIES[taxonomy]?.hierarchical)
    throw new Refusal(400, 'rest_taxonomy_not_hierarchical');
}

function store(site: WpSite, term: WpTerm, body: Body): void {
  const { description, parent, lang, translations, polydesk_uuid: mark } = body;
  if (description !== undefined) term.description = textOf(description);
  if (parent !== undefined) {
    if (parent !== 0 && !site.terms.has(Number(parent))) throw new Refusal(400, 'rest_term_invalid');
    term.parent = Number(parent);
  }
  if (site.options.companion && typeof mark === 'string') term.mark = mark;
  if (site.options.surface !== 'pro') return;
  if (typeof lang === 'string' && lang !== '') term.lang = knownLanguage(site, lang);
  if (typeof translations !== 'object' || translations === null) return;
  storeGroup(site, site.terms, term, Array.isArray(translations) ? {} : (translations as Record<string, number>));
}

export function deleteTerm(site: WpSite, taxonomy: string, id: number, req: WpRequest): WpAnswer {
  const found = findTerm(site, taxonomy, id);
  require(req.user, may(req.user, 'manage_categories'), 'rest_cannot_delete');
  const isForced = ['true', '1'].includes(req.query.get('force') ?? '') || req.body['force'] === true;
  if (!isForced) throw new Refusal(501, 'rest_trash_not_supported');
  site.terms.delete(id);
  for (const post of site.posts.values())
    if (post.terms[taxonomy]) post.terms[taxonomy] = post.terms[taxonomy].filter((one) => one !== id);
  return { status: 200, body: { deleted: true, previous: presentTerm(site, found, req) } };
}

/** Terms of another language are replaced by their translations, or made anew; unknown ones are left out. */
export function fittingTerms(site: WpSite, taxonomy: string, ids: readonly number[], lang: string): number[] {
  const known = ids.flatMap((id) => site.terms.get(id) ?? []).filter((one) => one.taxonomy === taxonomy);
  const fitting = known.map((one) => {
    if (lang === '' || one.lang === lang) return one.id;
    const translated = groupOf(site.terms.values(), one)[lang];
    if (translated !== undefined) return translated;
    const isTaken = (slug: string): boolean =>
      [...site.terms.values()].some((other) => other.taxonomy === taxonomy && other.slug === slug);
    return addTerm(site, {
      taxonomy,
      name: one.name,
      slug: freeSlug(`${one.slug}-${lang}`, isTaken),
      lang,
      group: one.group,
    }).id;
  });
  if (fitting.length > 0 || taxonomy !== 'category') return [...new Set(fitting)];
  const standard = [...site.terms.values()].find((one) => one.taxonomy === taxonomy && one.lang === lang);
  return standard ? [standard.id] : [];
}
