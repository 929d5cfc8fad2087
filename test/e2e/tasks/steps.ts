// How many steps each task took: recorded in each environment, printed as one table at the end.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Steps {
  task: string;
  mouse?: number;
  keys?: number;
  mouseSeconds?: number;
  keysSeconds?: number;
}

const folder = resolve(import.meta.dirname, '../../../.cache/e2e');
/** Found by their names: nothing is imported of what writes them. */
const files = (): string[] => globSync('steps-*.json', { cwd: folder }).toSorted().toReversed();

/** Before a run: what an earlier one wrote is no longer true. */
export function forgetSteps(): void {
  for (const file of files()) rmSync(join(folder, file));
}

export function noteSteps(place: string, steps: readonly Steps[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `steps-${place}.json`), JSON.stringify(steps));
}

/** One row a task, one column a hand; nothing where no task was done. */
export function tellSteps(): string {
  const lists = files().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Steps[]);
  const done = files().map((file) => file.slice('steps-'.length, -'.json'.length));
  const rows = (lists[0] ?? []).map(({ task }) => {
    const all = lists.flatMap((list) => list.filter((each) => each.task === task));
    const mouse = `${cell(all.map((each) => each.mouse))}${seconds(all.map((each) => each.mouseSeconds))}`;
    const keys = `${cell(all.map((each) => each.keys))}${seconds(all.map((each) => each.keysSeconds))}`;
    return `${task.padEnd(44)}${mouse}${keys}`;
  });
  return rows.length === 0
    ? ''
    : [`${`Steps, ${done.join(' / ')}`.padEnd(44)}   mouse       s    keys       s`, ...rows].join('\n');
}

/** How long it took, where it took longest. */
function seconds(took: readonly (number | undefined)[]): string {
  const known = took.filter((each) => each !== undefined);
  return (known.length === 0 ? '' : Math.max(...known).toFixed(1)).padStart(8);
}

/** One number where the places agree, nothing of places that do it another way; 0 is a task that was not finished. */
function cell(counts: readonly (number | undefined)[]): string {
  const known = counts.filter((count) => count !== undefined);
  return [...new Set(known.map((count) => (count === 0 ? '-' : String(count))))].join(' / ').padStart(8);
}
