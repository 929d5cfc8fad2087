import type { ImportReport, KindReport } from '../../lib/import-run.svelte.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { noteWords } from '../../lib/history/note-words.ts';

/** The counts, in table order. */
export const COUNTS = ['created', 'updated', 'skipped', 'dropped'] as const satisfies readonly (keyof KindReport)[];

/** The report of each kind, without empty ones. */
export function kindsOf(report: ImportReport): [kind: string, report: KindReport][] {
  return Object.entries(report).flatMap(([kind, value]): [string, KindReport][] => {
    if (!isKind(value)) return [];
    const { created, updated, skipped, dropped, warnings } = value;
    return created + updated + skipped + dropped + warnings.length > 0 ? [[kind, value]] : [];
  });
}

function isKind(value: unknown): value is KindReport {
  return typeof value === 'object' && value !== null && 'warnings' in value;
}

/** Notes of one kind, in file order. */
export interface NoteGroup {
  code: string;
  notes: { kind: string; line: number; words: string }[];
}

/** The notes of a report grouped by message, and how many more were only counted. */
export function noteGroups(report: ImportReport): { groups: NoteGroup[]; more: number } {
  const all = kindsOf(report).flatMap(([kind, { warnings }]) =>
    warnings.map((note) => ({ code: note.code, kind, line: note.line, words: noteWords(note) })),
  );
  const byCode = Map.groupBy(
    all.toSorted((a, b) => a.line - b.line),
    ({ code }) => code,
  );
  const groups = [...byCode].map(([code, notes]) => ({ code, notes }));
  return { groups, more: kindsOf(report).reduce((sum, [, { more = 0 }]) => sum + more, 0) };
}

/** The report as plain text, for saving or sending. */
export function reportText(file: string, report: ImportReport, nameOf: (kind: string) => string): string {
  const kinds = kindsOf(report);
  const counts = kinds.map(([kind, counted]) => {
    const words = COUNTS.map((name) => `${t(`transfer.count.${name}`)} ${counted[name]}`);
    return `${nameOf(kind)}: ${words.join(' · ')}`;
  });
  const { groups, more } = noteGroups(report);
  const warnings = groups.flatMap(({ code, notes }) => [
    `[${code}] ${t('transfer.warnings', { count: notes.length })}`,
    ...notes.map(({ kind, line, words }) => {
      const where = line > 0 ? `, ${t('transfer.line', { line })}` : '';
      return `  ${nameOf(kind)}${where}: ${words}`;
    }),
  ]);
  if (more > 0) warnings.push(t('transfer.warnings.rest', { count: more }));
  return `${[file, '', ...counts, '', ...warnings].join('\n')}\n`;
}
