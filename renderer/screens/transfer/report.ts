import type { ImportReport, KindReport } from '../../lib/import-run.svelte.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { noteWords } from '../../lib/note-words.ts';

/** What is counted, in the order of the table. */
export const COUNTS = ['created', 'updated', 'skipped', 'dropped'] as const satisfies readonly (keyof KindReport)[];

/** What a report says of each kind of thing, without those nothing is said of. */
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

/** The report as plain text, to be kept or sent on. */
export function reportText(file: string, report: ImportReport, nameOf: (kind: string) => string): string {
  const kinds = kindsOf(report);
  const counts = kinds.map(([kind, counted]) => {
    const words = COUNTS.map((name) => `${t(`transfer.count.${name}`)} ${counted[name]}`);
    return `${nameOf(kind)}: ${words.join(' · ')}`;
  });
  const warnings = kinds.flatMap(([kind, { warnings: list, more = 0 }]) => [
    ...list.map((note) => {
      const where = note.line > 0 ? `, ${t('transfer.line', { line: note.line })}` : '';
      return `${nameOf(kind)}${where} [${note.code}]: ${noteWords(note)}`;
    }),
    ...(more > 0 ? [`${nameOf(kind)}: ${t('transfer.warnings.rest', { count: more })}`] : []),
  ]);
  return `${[file, '', ...counts, '', ...warnings].join('\n')}\n`;
}
