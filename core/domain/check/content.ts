import type { Site } from '../../site.ts';
import {
  circles,
  clearParent,
  duplicatePostSlugs,
  duplicateTermSlugs,
  languagesAsTerms,
  lostImages,
  removePostTerm,
  strangeTermParents,
  withoutLanguage,
} from '../../store/file/check.ts';
import { postById, updatePost } from '../../store/content/posts.ts';
import { isSlugTaken, termById, updateTerm } from '../../store/content/terms.ts';
import { siteRow } from '../../store/site/site.ts';
import { giveLanguage } from '../translations/translations.ts';
import { contentFacts } from '../content/content-facts.ts';
import { postType, postTypes, translatedPostTypes, translatedTaxonomies } from '../content/content-model.ts';
import { uniquePostSlug } from '../content/posts/slugs.ts';
import { freeSlug } from '../content/slug.ts';
import type { Check, Found } from './check-row.ts';

/** Checks of items and terms: parents, images, slugs, languages. */
export const contentChecks: readonly Check[] = [
  { name: 'slug-post', severity: 'warning', find: postSlugs },
  { name: 'slug-term', severity: 'warning', find: termSlugs },
  {
    name: 'image-lost',
    severity: 'warning',
    find: (site) =>
      lostImages(site.db).map(({ id, title, featured_media }) => ({
        key: String(id),
        about: { kind: 'post', id },
        text: `"${title}" uses a picture (number ${featured_media}) that no longer exists.`,
        params: { title, id: featured_media },
        repair: 'Remove the picture from it.',
        mend: () => updatePost(site.db, id, { featured_media: 0 }),
      })),
  },
  { name: 'circle-post', severity: 'error', find: (site) => circleFaults(site, 'posts') },
  { name: 'circle-term', severity: 'error', find: (site) => circleFaults(site, 'terms') },
  {
    name: 'parent-taxonomy',
    severity: 'error',
    find: (site) =>
      strangeTermParents(site.db).map((id) => ({
        key: String(id),
        about: { kind: 'term', id },
        text: 'A term is below a term of another taxonomy.',
        repair: 'Move it to the top level.',
        mend: () => clearParent(site.db, 'terms', id),
      })),
  },
  {
    name: 'language-as-term',
    severity: 'error',
    find: (site) =>
      languagesAsTerms(site.db).map(({ post_id, term_id }) => ({
        key: `${post_id}:${term_id}`,
        about: { kind: 'post', id: post_id },
        text: 'A language is attached to an item as an ordinary term.',
        repair: 'Remove it; the language of the item stays.',
        mend: () => removePostTerm(site.db, post_id, term_id),
      })),
  },
  { name: 'no-language', severity: 'notice', after: ['default-language'], find: itemsWithoutLanguage },
];

function postSlugs(site: Site): Found[] {
  const hierarchical = postTypes(site).filter((type) => type.hierarchical);
  const duplicates = duplicatePostSlugs(
    site.db,
    hierarchical.map(({ name }) => name),
  );
  return duplicates.flatMap(({ id, type: name, slug }) => {
    const type = postType(site, name);
    if (!type) return [];
    const found: Found = {
      key: String(id),
      about: { kind: 'post', id },
      text: `The slug "${slug}" (${name}) is already used by an older item in the same language.`,
      params: { slug, type: name },
      repair: 'Add a number to the slug of the newer item.',
      mend() {
        const row = postById(site.db, id);
        if (!row) return;
        const owner = { id, type, parent: row.parent, language: row.language_id };
        updatePost(site.db, id, { slug: uniquePostSlug(site, contentFacts(site), owner, row.slug) });
      },
    };
    return [found];
  });
}

function termSlugs(site: Site): Found[] {
  return duplicateTermSlugs(site.db).map(({ id, taxonomy, slug }) => ({
    key: String(id),
    about: { kind: 'term', id },
    text: `The slug "${slug}" (${taxonomy}) is already used by an older term in the same language.`,
    params: { slug, type: taxonomy },
    repair: 'Add a number to the slug of the newer term.',
    mend() {
      const term = termById(site.db, id);
      if (term) updateTerm(site.db, id, { slug: freeSlug(slug, (one) => isSlugTaken(site.db, taxonomy, one)) });
    },
  }));
}

/** Removing one link breaks a cycle: the repair removes that of the lowest ID in each. */
function circleFaults(site: Site, table: 'posts' | 'terms'): Found[] {
  return circles(site.db, table).map((id) => ({
    key: String(id),
    about: { kind: table === 'posts' ? 'post' : 'term', id },
    text: `This ${table === 'posts' ? 'item' : 'term'} is among its own parents.`,
    repair: 'Move it to the top level.',
    mend() {
      if (circles(site.db, table).includes(id)) clearParent(site.db, table, id);
    },
  }));
}

function itemsWithoutLanguage(site: Site): Found[] {
  const language = siteRow(site.db).default_language_id;
  const types = { posts: translatedPostTypes(site), taxonomies: translatedTaxonomies(site) };
  return withoutLanguage(site.db, types).map(({ kind, id, type, name }) => ({
    key: `${kind}:${id}`,
    about: { kind, id },
    text: `"${name}" (${type}) has no language, although items of its type have one.`,
    params: { name, type },
    repair: language === null ? null : 'Give it the default language.',
    mend() {
      if (language !== null) giveLanguage(site, { kind, id, type }, { language });
    },
  }));
}
