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

/** The changes to apply. */
interface TreeWork {
  lines: readonly TreeLine[];
  /** Keys of everything in the tree. */
  keys: ReadonlySet<string>;
  path: string;
  /** A private temporary folder. */
  scratch: string;
  control: Control;
}

/**
 * Applies the lines of a plan to the site within the running transaction, and nothing else. Authors and languages first, then new
 * terms and items, then their contents and links; deletions come last.
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
