import type { ExportReport } from '../../schema/site/transfer.ts';
import type { Notes, Warning } from '../../transfer/report.ts';

/** One line per kind of note; of several, the first with their count. */
export function notesOf({ warnings, more = 0 }: Notes): string[] {
  const kinds = new Map<string, Warning[]>();
  for (const warning of warnings) {
    const same = kinds.get(warning.code);
    if (same) same.push(warning);
    else kinds.set(warning.code, [warning]);
  }
  const lines = [...kinds.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const where = first.line > 0 ? `line ${first.line}: ` : '';
    return [`  ${where}${first.text}${others.length > 0 ? ` And ${others.length} more of this kind.` : ''}`];
  });
  return more > 0 ? [...lines, `  ${more} more notes were not kept.`] : lines;
}

/** Notes on an export, and manual steps after importing it; "" if none. */
export function exportNotes(report: ExportReport): string {
  const notes = notesOf(report);
  const settings = report.not_carried.map(({ name, value }) => `  ${name.padEnd(20)} ${JSON.stringify(value)}`);
  return [
    ...(notes.length > 0 ? ['Worth knowing:', ...notes] : []),
    ...(settings.length > 0 ? ['Not in the file; set this by hand in the new site:', ...settings] : []),
  ].join('\n');
}
