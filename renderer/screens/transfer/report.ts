import type { ImportReport, KindReport } from '../../lib/import-run.svelte.ts';

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
  const counts = kinds.map(
    ([kind, { created, updated, skipped, dropped }]) =>
      `${nameOf(kind)}: created ${created}, updated ${updated}, skipped ${skipped}, dropped ${dropped}`,
  );
  const warnings = kinds.flatMap(([kind, { warnings: list, more = 0 }]) => [
    ...list.map(({ line, code, text }) => `${nameOf(kind)}${line > 0 ? `, line ${line}` : ''} [${code}]: ${text}`),
    ...(more > 0 ? [`${nameOf(kind)}: and ${more} more`] : []),
  ]);
  return `${[file, '', ...counts, '', ...warnings].join('\n')}\n`;
}
