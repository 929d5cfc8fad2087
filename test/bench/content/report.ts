import { cpus } from 'node:os';
import type { Lone, Ratio } from './measure.ts';

/** Ratios as a table. `than`: the reference of the second figure. */
export function ratioTable(title: string, than: string, rows: readonly Ratio[]): string {
  const head = [title, 'product', than, 'ratio', 'goal', '', 'CPU of an answer', 'ratio'];
  const cells = rows.map(({ name, rates, cpu, goal }) => {
    const ratio = rates[0] / rates[1];
    const verdict = goal === undefined || ratio >= goal ? '' : 'missed';
    const times = `${cpu[0].toFixed(0)} / ${cpu[1].toFixed(0)} µs`;
    const [ours, theirs] = rates.map((rate) => `${rate.toFixed(0)} /s`);
    return [name, ours ?? '', theirs ?? '', ratio.toFixed(2), goal?.toFixed(2) ?? '', verdict, times, (cpu[1] / cpu[0]).toFixed(2)]; // prettier-ignore
  });
  return table([head, ...cells]);
}

/** Times and pauses as a table. */
export function pauseTable(title: string, rows: readonly Lone[], most: number): string {
  const head = [title, 'an answer', 'longest pause', `most ${most} ms`];
  const cells = rows.map(({ name, time, pauses }) => [
    name,
    `${time.toFixed(1)} ms`,
    `${pauses.longest.toFixed(0)} ms`,
    pauses.longest > most ? 'missed' : '',
  ]);
  return table([head, ...cells]);
}

/** What the figures mean. */
export function foot(): string {
  return `Every request asks anew: no kept answer. Both sides warm, in turns of a tenth of a second, sums; times of one answer are medians; ${cpus().length} processors, Node ${process.version}, ${process.platform}.\n`;
}

function table(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const text = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${text.join('\n')}\n\n`;
}
