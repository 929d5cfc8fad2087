import { randomUUID } from 'node:crypto';
import { contentFacts } from '../../domain/content/content-facts.ts';
import type { MemoryImport } from '../../schema/desk/files.ts';
import type { Site } from '../../site.ts';
import { latestEntryId } from '../../store/journal/journal.ts';
import { addEntry, bookNamed, setBookFile, type EntryRow } from '../../store/memory/books.ts';
import { siteRow } from '../../store/site/site.ts';
import { byTag } from '../handoff/languages.ts';
import { UNWATCHED, type Control } from '../refusal.ts';
import { addWarning, type Notes } from '../report.ts';
import { knownPairs, pairKey } from './memory-export.ts';
import type { TmxFacts, TmxRead } from './tmx-read.ts';

/** A text of a file and its translation, in languages of the site. */
type FileEntry = Omit<EntryRow, 'id' | 'book_id'>;

/** Reads the texts of a file one by one. */
export type ReadTexts = (path: string, control: Control, take: (unit: TmxRead) => void) => TmxFacts;

/** The changes a file makes to the current memory. */
export interface MemoryPlan {
  report: MemoryImport & Notes;
  /** The tool that wrote the file. */
  tool: string;
  entries: FileEntry[];
}

/**
 * Reads a file and decides what is new: texts already in a book are left out; if the file was exported from this site, the
 * texts of the site itself too. The plan is recomputed if the site has changed meanwhile. Throws `ImportRefused`.
 */
export function planMemory(
  site: Site,
  { path, name, read }: { path: string; name: string; read: ReadTexts },
  control: Control,
): () => MemoryPlan {
  const { entries, facts, report } = readEntries(site, { path, read }, control);
  const title = name.trim().slice(0, 200);
  const book = title === '' ? facts.title || facts.tool || 'TMX' : title;
  const which = facts.site === siteRow(site.db).site_id ? 'all' : 'books';
  let made: { entry: number; plan: MemoryPlan } | undefined;
  return () => {
    const entry = latestEntryId(site.db);
    if (made?.entry !== entry) {
      const known = knownPairs(site, which, made ? UNWATCHED : control);
      const fresh = entries.filter((one) => {
        const key = pairKey(...sides(one));
        return !known.has(key) && known.add(key);
      });
      const counts = { entries: fresh.length, known: entries.length - fresh.length };
      made = { entry, plan: { report: { ...report, book, ...counts }, tool: facts.tool, entries: fresh } };
    }
    return made.plan;
  };
}

/** Writes the new entries into the book of that name, within the running transaction. @param file name of the file */
export function applyMemory(
  site: Site,
  { report, tool, entries }: MemoryPlan,
  { file, control }: { file: string; control: Control },
): void {
  if (entries.length === 0) return;
  const book_id = bookNamed(site.db, report.book, randomUUID());
  const imported_at = site.now().toISOString();
  setBookFile(site.db, book_id, { file: file.slice(0, 200), tool: tool.slice(0, 200), imported_at });
  for (const [at, entry] of entries.entries()) {
    if (at % 1000 === 0) control.progress(at, entries.length);
    addEntry(site.db, { ...entry, book_id });
  }
}

interface Side {
  language: number;
  marked: string;
}

const sides = ({ source_language, target_language, source, target }: FileEntry): [Side, Side] => [
  { language: source_language, marked: source },
  { language: target_language, marked: target },
];

function readEntries(
  site: Site,
  { path, read }: { path: string; read: ReadTexts },
  control: Control,
): { entries: FileEntry[]; facts: TmxFacts; report: MemoryImport & Notes } {
  const languages = [...contentFacts(site).languages.values()];
  const byTagOnce = new Map<string, number | undefined>();
  const languageOf = (tag: string): number | undefined => {
    if (!byTagOnce.has(tag)) byTagOnce.set(tag, byTag(languages, tag)?.id);
    return byTagOnce.get(tag);
  };
  const report: MemoryImport & Notes = { book: '', texts: 0, entries: 0, known: 0, other: 0, warnings: [] };
  const strange = new Map<string, { line: number; count: number }>();
  const entries: FileEntry[] = [];
  const facts = read(path, control, (unit) => {
    report.texts += 1;
    const sayStrange = (tag: string): void => {
      const { line, count } = strange.get(tag) ?? { line: unit.line, count: 0 };
      strange.set(tag, { line, count: count + 1 });
    };
    const found = pairsOf(unit, languageOf, sayStrange);
    if (found.length === 0) report.other += 1;
    entries.push(...found);
  });
  for (const [tag, { line, count }] of strange)
    addWarning(report, {
      ...{ line, code: 'strange_language', params: { tag, count } },
      text: `The site has no language "${tag}": ${count === 1 ? '1 text was' : `${count} texts were`} left out.`,
    });
  return { entries, facts, report };
}

/** All pairs of the source and a translation; without a source language, all pairs of texts. */
function pairsOf(
  { texts, from, at, by }: TmxRead,
  languageOf: (tag: string) => number | undefined,
  sayStrange: (tag: string) => void,
): FileEntry[] {
  const known = texts.flatMap(({ tag, marked }) => {
    const language = languageOf(tag);
    if (language === undefined) sayStrange(tag);
    return language === undefined || marked.length > LONGEST ? [] : [{ language, marked }];
  });
  const source = from === '' ? undefined : known.find(({ language }) => language === languageOf(from));
  const firsts = source ? [source] : known;
  return firsts.flatMap((one, n) =>
    (source ? known : known.slice(n + 1))
      .filter(({ language }) => language !== one.language)
      .map((other) => {
        return {
          ...{ source_language: one.language, target_language: other.language },
          ...{ source: one.marked, target: other.marked, made_at: at, made_by: by },
        };
      }),
  );
}

const LONGEST = 100_000;
