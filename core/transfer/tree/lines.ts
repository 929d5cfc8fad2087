import type { Fields, Part } from '../bundle/parts.ts';
import type { Manifest } from '../bundle/schema.ts';

/** What becomes of a part. `left`: it is in the site, not in the tree, and stays: only pruning deletes. */
export type TreeOutcome = 'new' | 'changed' | 'deleted' | 'left';

/** One part of the site that a tree would change. */
export interface TreeLine extends Omit<Part, 'fields'> {
  outcome: TreeOutcome;
  /** Its number here; 0 for one that is new, and for what has none. */
  id: number;
  /** Its file; "" where the tree has none. */
  path: string;
  /** Names of the fields that become others. */
  fields: string[];
}

/** What applying a tree would do. */
export interface TreePlan {
  manifest: Manifest;
  /** The newest entry of the history it knows of. */
  entry: number;
  lines: TreeLine[];
  /** Keys of all that the tree holds. */
  keys: ReadonlySet<string>;
}

/** A line with what the tree says of it. */
export interface Wanted extends TreeLine {
  tree: Fields;
}
