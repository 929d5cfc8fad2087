/** Kinds of imported things, in report order. */
export const REPORT_KINDS = [
  'site',
  'users',
  'languages',
  'terms',
  'posts',
  'media',
  'kept',
  'groups',
  'comments',
  'meta',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** One line of a report: what was dropped, changed or decided, and its position in the file. */
export interface Warning {
  /** Line of the file; 0 if it concerns the whole file. */
  line: number;
  code: string;
  text: string;
  /** Parameters of the text: with the code, it can be translated. */
  params?: NoteParams;
}

/** Names, numbers and sentence variants, by parameter name. */
export type NoteParams = Readonly<Record<string, string | number>>;

export interface Notes {
  warnings: Warning[];
  /** The number of further warnings, which are not listed. */
  more?: number;
}

export interface KindReport extends Notes {
  created: number;
  updated: number;
  skipped: number;
  dropped: number;
}

/** What an import did or would do (`contract/extras.md`). `kept`: items of the host itself, stored only for export. */
export type Report = Record<ReportKind, KindReport>;

export type Outcome = 'created' | 'updated' | 'skipped' | 'dropped';

/** Maximum number of lines kept per kind. */
const MOST_WARNINGS = 500;

export function emptyReport(): Report {
  const entries = REPORT_KINDS.map((kind) => [kind, { created: 0, updated: 0, skipped: 0, dropped: 0, warnings: [] }]);
  return Object.fromEntries(entries) as Report;
}

export function count(report: Report, kind: ReportKind, outcome: Outcome, n = 1): void {
  report[kind][outcome] += n;
}

export function warn(report: Report, kind: ReportKind, warning: Warning): void {
  addWarning(report[kind], warning);
}

/** Adds a line, up to the limit. */
export function addWarning(own: Notes, warning: Warning): void {
  if (own.warnings.length < MOST_WARNINGS) own.warnings.push(warning);
  else own.more = (own.more ?? 0) + 1;
}
