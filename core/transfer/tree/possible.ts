import { checkContentModel } from '../../domain/content/content-model-rules.ts';
import { postType, taxonomy } from '../../domain/content/content-model.ts';
import { RestError } from '../../errors.ts';
import type { ContentModel } from '../../schema/content/content-model.ts';
import { STATUSES } from '../../schema/content/post-list.ts';
import type { Site } from '../../site.ts';
import { userByLoginOrEmail } from '../../store/access/users.ts';
import { idsOfUuids } from '../../store/transfer/import.ts';
import { textOf } from '../bundle/fields.ts';
import type { Bundle } from '../bundle/files.ts';
import type { JsonPath } from '../bundle/json.ts';
import type { Fields } from '../bundle/parts.ts';
import { refuse } from '../bundle/refused.ts';
import { readManifest } from '../bundle/tree.ts';
import { HOST_POST_TYPES, HOST_TAXONOMIES } from '../wxr/host-types.ts';
import type { TreeLine } from './lines.ts';

/** A change required by a tree. */
interface Change {
  line: TreeLine;
  here: Fields;
  tree: Fields;
}

/** Throws `ImportRefused`, with the position in the tree, for a change that the site cannot make. */
export function assertPossible(site: Site, bundle: Bundle, change: Change): void {
  const { path } = change.line;
  const no = (at: JsonPath, sentence: string): never => refuse({ path, text: bundle.text(path) }, at, sentence);
  RULES[change.line.kind](site, change, { no, bundle });
}

type Rule = (site: Site, change: Change, to: { no: (at: JsonPath, sentence: string) => never; bundle: Bundle }) => void;

const KNOWN: ReadonlySet<string> = new Set([...STATUSES, 'inherit']);

const RULES: { readonly [kind in TreeLine['kind']]: Rule } = {
  site(site, { here, tree }, { no, bundle }) {
    if (tree['default_lang'] === '' && here['default_lang'] !== '')
      no(['default_lang'], 'A site has a default language.');
    const category = textOf(tree['default_category']);
    const isChoice = Object.keys(readManifest(bundle).scope).length > 0;
    if (category === '' || (isChoice && idsOfUuids(site.db, 'terms', [category]).size === 0))
      no(['default_category'], 'No category has this key.');
    try {
      checkContentModel(tree['content_model'] as ContentModel);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      no(['content_model'], error.message);
    }
  },
  user(site, { line, tree }, { no }) {
    const email = textOf(tree['email']);
    const other = email === '' ? undefined : userByLoginOrEmail(site.db, email);
    if (other && other.login.toLowerCase() !== line.key.toLowerCase())
      no([], `The e-mail address of "${line.key}" is that of "${other.login}" here.`);
  },
  language(site, { line, here, tree }, { no, bundle }) {
    const isOther = line.outcome === 'changed' && here['uuid'] !== tree['uuid'];
    const isHeld = line.outcome === 'new' && idsOfUuids(site.db, 'terms', [textOf(tree['uuid'])]).size > 0;
    if (isOther || isHeld) no(['uuid'], 'The key of a language stays: its code cannot be changed here.');
    if (tree['active'] === false && siteFile(bundle).default_lang === line.key)
      no(['active'], 'The default language cannot be switched off.');
  },
  term(site, { line, here, tree }, { no, bundle }) {
    for (const field of ['name', 'slug'])
      if (line.fields.includes(field) && tree[field] === '') no([field], `A term has a ${field}.`);
    if (line.outcome === 'changed' && here['taxonomy'] !== tree['taxonomy'])
      no(['taxonomy'], `Here it is a term of "${textOf(here['taxonomy'])}": that cannot be changed.`);
    const isKnown =
      taxonomy(site, line.type) ?? siteFile(bundle).content_model.taxonomies.some(({ name }) => name === line.type);
    if (line.outcome === 'new' && !isKnown && !HOST_TAXONOMIES.has(line.type))
      no(['taxonomy'], `The taxonomy "${line.type}" does not exist.`);
  },
  post(site, { line, here, tree }, { no, bundle }) {
    if (line.outcome === 'changed' && here['type'] !== tree['type'])
      no(['type'], `Here it is a "${textOf(here['type'])}": that cannot be changed.`);
    const isHost = HOST_POST_TYPES.has(line.type);
    const isKnown =
      postType(site, line.type) ?? siteFile(bundle).content_model.post_types.some(({ name }) => name === line.type);
    if (line.outcome === 'new' && !isKnown && !isHost) no(['type'], `The type "${line.type}" does not exist.`);
    const status = textOf(tree['status']);
    if (line.fields.includes('status') && !isHost && !KNOWN.has(status))
      no(['status'], `The status "${status}" does not exist.`);
  },
};

/** Reads `site.json`, which was already validated. */
function siteFile(bundle: Bundle): { default_lang: string; content_model: ContentModel } {
  return JSON.parse(bundle.text('site.json')) as { default_lang: string; content_model: ContentModel };
}
