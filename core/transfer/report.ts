/** Kinds of things an import brings, in the order of the report. */
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

/** One line of a report: what was dropped, changed or decided, and where in the file it stands. */
export interface Warning {
  /** Line of the file; 0 when it is about the file as a whole. */
  line: number;
  code: string;
  text: string;
  /** What is in the text besides its words: with the code, it can be said in any language. */
  params?: NoteParams;
}

/** Names, numbers and the way a sentence goes, by their names. */
export type NoteParams = Readonly<Record<string, string | number>>;

export interface Notes {
  warnings: Warning[];
  /** Warnings beyond the first ones, which are only counted. */
  more?: number;
}

export interface KindReport extends Notes {
  created: number;
  updated: number;
  skipped: number;
  dropped: number;
}

/** What an import did, or would do (`contract/extras.md`). `kept`: items of the host itself, stored for the way back only. */
export type Report = Record<ReportKind, KindReport>;

export type Outcome = 'created' | 'updated' | 'skipped' | 'dropped';

/** Of each kind only so many lines are kept. */
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

/** Keeps a line as long as there are not too many. */
export function addWarning(own: Notes, warning: Warning): void {
  if (own.warnings.length < MOST_WARNINGS) own.warnings.push(warning);
  else own.more = (own.more ?? 0) + 1;
}
