import type { Site } from '../../site.ts';
import { drainMatrix } from '../../domain/matrix/matrix.ts';
import { deferForeignKeys } from '../../store/rows.ts';
import { takeMedia } from '../bundle/media.ts';
import type { Bundle } from '../bundle/files.ts';
import { partReader } from '../bundle/tree.ts';
import type { Control } from '../refusal.ts';
import { applyGroups } from './groups.ts';
import { applyItem, createItem, linkItem } from './items.ts';
import { applyLanguage, applyUser } from './people.ts';
import { applyModel, applySettings } from './settings.ts';
import type { TreeLine, Wanted } from './lines.ts';
import { pruneLines } from './prune.ts';

/** What there is to do. */
interface TreeWork {
  lines: readonly TreeLine[];
  /** Keys of all that the tree holds. */
  keys: ReadonlySet<string>;
  path: string;
  /** A folder of one's own. */
  scratch: string;
  control: Control;
}

/**
 * Makes the site what the lines of a plan say, in the running transaction: nothing else of it is written. Authors and languages
 * first, then new terms and items, then what they say of each other; what goes comes last.
 */
export function applyTree(site: Site, bundle: Bundle, { lines, keys, path, scratch, control }: TreeWork): void {
  deferForeignKeys(site.db);
  const done = lines.filter(({ outcome }) => outcome === 'new' || outcome === 'changed');
  const read = partReader(bundle);
  const of = function* (...kinds: TreeLine['kind'][]): Iterable<Wanted> {
    for (const line of done) if (kinds.includes(line.kind)) yield { ...line, tree: read(line).fields };
  };
  for (const line of of('user')) applyUser(site, line);
  for (const line of of('language')) applyLanguage(site, line);
  for (const line of of('site')) applyModel(site, line);
  for (const line of of('term', 'post')) if (line.outcome === 'new') createItem(site, line);
  let n = 0;
  for (const line of of('term', 'post')) {
    control.progress((n += 1), done.length);
    applyItem(site, line);
  }
  for (const line of of('term', 'post')) linkItem(site, line);
  applyGroups(site, of('term', 'post'), (key) => keys.has(key));
  for (const line of of('site')) applySettings(site, line);
  pruneLines(site, lines);
  takeMedia(site, path, scratch);
  drainMatrix(site);
}
