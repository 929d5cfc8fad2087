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
} from '../../store/check.ts';
import { postById, updatePost } from '../../store/posts.ts';
import { isSlugTaken, termById, updateTerm } from '../../store/terms.ts';
import { contentFacts } from '../content-facts.ts';
import { postType, postTypes } from '../content-model.ts';
import { uniquePostSlug } from '../posts/slugs.ts';
import { freeSlug } from '../slug.ts';
import type { Fault, Found } from './fault.ts';

/** Items and terms among themselves: parents, pictures, names in addresses. */
export const contentFaults: readonly Fault[] = [
  { kind: 'slug-post', severity: 'warning', find: postSlugs },
  { kind: 'slug-term', severity: 'warning', find: termSlugs },
  {
    kind: 'image-lost',
    severity: 'warning',
    find: (site) =>
      lostImages(site.db).map(({ id, title, featured_media }) => ({
        key: String(id),
        about: { kind: 'post', id },
        text: `"${title}" shows a picture (number ${featured_media}) that is not there any more.`,
        params: { title, id: featured_media },
        repair: 'Let it show none.',
        mend: () => updatePost(site.db, id, { featured_media: 0 }),
      })),
  },
  { kind: 'circle-post', severity: 'error', find: (site) => circleFaults(site, 'posts') },
  { kind: 'circle-term', severity: 'error', find: (site) => circleFaults(site, 'terms') },
  {
    kind: 'parent-taxonomy',
    severity: 'error',
    find: (site) =>
      strangeTermParents(site.db).map((id) => ({
        key: String(id),
        about: { kind: 'term', id },
        text: 'A term stands below a term of another taxonomy.',
        repair: 'Take it to the top level.',
        mend: () => clearParent(site.db, 'terms', id),
      })),
  },
  {
    kind: 'language-as-term',
    severity: 'error',
    find: (site) =>
      languagesAsTerms(site.db).map(({ post_id, term_id }) => ({
        key: `${post_id}:${term_id}`,
        about: { kind: 'post', id: post_id },
        text: 'An item carries a language as if it were a plain term.',
        repair: 'Take it off; the language of the item stays.',
        mend: () => removePostTerm(site.db, post_id, term_id),
      })),
  },
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
      text: `The address part "${slug}" (${name}) is taken by an older item of the same language.`,
      params: { slug, type: name },
      repair: 'Give the newer item one with a number.',
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
    text: `The address part "${slug}" (${taxonomy}) is taken by an older term of the same language.`,
    params: { slug, type: taxonomy },
    repair: 'Give the newer term one with a number.',
    mend() {
      const term = termById(site.db, id);
      if (term)
        updateTerm(site.db, id, { ...term, slug: freeSlug(slug, (one) => isSlugTaken(site.db, taxonomy, one)) });
    },
  }));
}

/** One link less opens a circle: of each circle the repair takes the one of its lowest number. */
function circleFaults(site: Site, table: 'posts' | 'terms'): Found[] {
  return circles(site.db, table).map((id) => ({
    key: String(id),
    about: { kind: table === 'posts' ? 'post' : 'term', id },
    text: 'The parents of this one lead back to itself.',
    repair: 'Take it to the top level.',
    mend() {
      if (circles(site.db, table).includes(id)) clearParent(site.db, table, id);
    },
  }));
}
