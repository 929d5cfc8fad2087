import type { Fields, Part } from '../bundle/parts.ts';
import type { Manifest } from '../bundle/schema.ts';

/** What happens to a part. `left`: it is on the site but not in the tree, and stays: only pruning deletes. */
export type TreeOutcome = 'new' | 'changed' | 'deleted' | 'left';

/** One part of the site that a tree would change. */
export interface TreeLine extends Omit<Part, 'fields'> {
  outcome: TreeOutcome;
  /** Its number here; 0 for new parts and for parts without a number. */
  id: number;
  /** Its file; "" if the tree has none. */
  path: string;
  /** Names of the fields that change. */
  fields: string[];
}

/** What applying a tree would do. */
export interface TreePlan {
  manifest: Manifest;
  /** The newest entry of the history that it takes into account. */
  entry: number;
  lines: TreeLine[];
  /** Keys of everything in the tree. */
  keys: ReadonlySet<string>;
}

/** A line with the fields of the tree. */
export interface Wanted extends TreeLine {
  tree: Fields;
}
