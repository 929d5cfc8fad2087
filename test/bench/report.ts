import { cpus } from 'node:os';
import type { Row } from './measure.ts';

/** Formats the table for printing. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['', 'product', 'compared', 'ratio', 'goal', '', 'CPU of an answer'];
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const text = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${text.join('\n')}\n\n${FOOT}\n`;
}

const FOOT = `Compared with a bare node:http server that sends the same bytes (GET), one that commits one row with
synchronous=FULL (POST), and 25 single writes (batch). Both warm, in turns of a tenth of a second; sums, of batches medians; ${cpus().length} processors, Node ${process.version}, ${process.platform}.`;

function cells({ name, product, floor, unit, ratio, goal, cpu }: Row): string[] {
  const figure = (value: number): string => `${value.toFixed(unit === 'ms' ? 2 : 0)} ${unit}`;
  const time = cpu === undefined ? '' : `${cpu[0].toFixed(0)} / ${cpu[1].toFixed(0)} µs`;
  const verdict = ratio >= goal ? '' : 'missed';
  return [name, figure(product), figure(floor), ratio.toFixed(2), String(goal), verdict, time];
}
