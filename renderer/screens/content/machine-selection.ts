// Machine translation of several articles: one version after another, each saved when done and marked as machine-translated. The
// editor code is loaded on first use.
import { MOST_TEXTS } from '../../../core/schema/translations/machine.ts';
import { asApiError, type ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import { startVersion } from '../../lib/start-version.ts';
import type { Editor } from '../editor/editor.svelte.ts';
import type { Row } from '../editor/rows/row.svelte.ts';

/** Maximum number of articles per run: more would be too many to review, or to pay for by mistake. */
export const MOST_ARTICLES = 100;

/** A translation to be filled. */
export interface Wanted {
  source: number;
  lang: string;
  /** undefined: it is missing, and created first. */
  id: number | undefined;
}

/** The result of a run. */
export interface MachineRun {
  /** Number of versions written. */
  made: number;
  /** Number of versions in which nothing could be translated. */
  skipped: number;
  /** Number of texts whose translation could not be used. */
  untranslated: number;
  /** Entries of the history, in order. */
  entries: number[];
  /** The error that ended it early. */
  fault: ApiError | undefined;
}

/** The versions of these articles that may be machine-translated: missing ones and drafts. Never published ones. */
export function versionsToFill(rows: readonly GroupRow[], langs: readonly string[]): Wanted[] {
  return rows.flatMap(({ value }) => {
    if (value.group === 0) return [];
    return langs.flatMap((lang): Wanted[] => {
      const item = value.items[lang];
      if (item && item.state !== 'draft') return [];
      return [{ source: value.source, lang, id: item?.id }];
    });
  });
}

/** Fills them one by one. Never throws: an error is part of the result, and what was written before it stays. */
export async function translateVersions(
  wanted: readonly Wanted[],
  progress: (done: number) => void,
  isStopped: () => boolean,
): Promise<MachineRun> {
  const run: MachineRun = { made: 0, skipped: 0, untranslated: 0, entries: [], fault: undefined };
  for (const [at, each] of wanted.entries()) {
    if (isStopped()) break;
    try {
      await fill(each, run);
    } catch (thrown) {
      run.fault = asApiError(thrown);
      break;
    }
    progress(at + 1);
  }
  return run;
}

async function fill(wanted: Wanted, run: MachineRun): Promise<void> {
  const { id, entry } =
    wanted.id === undefined
      ? await startVersion({ kind: 'post', id: wanted.source, lang: wanted.lang, texts: 'source' })
      : { id: wanted.id, entry: null };
  const before = run.made;
  try {
    await write(id, run, entry);
  } finally {
    // A draft created for translations that never arrived is removed again.
    if (run.made === before && entry !== null)
      await api.post(`/polydesk/v1/history/${entry}/undo`, {}).catch(() => undefined);
  }
}

async function write(id: number, run: MachineRun, made: number | null): Promise<void> {
  const { openEditor } = await import('../editor/open.ts');
  const { saveItem } = await import('../editor/item.ts');
  const { draftRows } = await import('../editor/draft-rows.ts');
  const editor = await openEditor({ id, lang: '' });
  const rows = await translatable(editor);
  if (rows.length === 0) {
    run.skipped += 1;
    return;
  }
  const written = await ask(editor, rows);
  run.untranslated += rows.length - written;
  if (written === 0) return;
  const { baseOf } = await import('../editor/texts.ts');
  const fields = editor.document.changes();
  const base = baseOf(editor.item, fields);
  const { machine } = draftRows(editor.rows);
  const { entry } = await saveItem(id, { fields, base, marks: editor.document.saidMarks(), draft: { machine } });
  run.made += 1;
  run.entries.push(...[made, entry].filter((each) => each !== null));
}

/** Rows without a text. Empty if there are unsaved texts, as they belong to someone's work in progress. */
async function translatable(editor: Editor): Promise<Row[]> {
  if (editor.saver.isDirty || !editor.source || editor.source.lang === editor.lang) return [];
  const { isTranslatable } = await import('../editor/machine.svelte.ts');
  return editor.rows.filter((row) => row.state === 'missing' && isTranslatable(row));
}

/** Number of rows that received a text. */
async function ask(editor: Editor, rows: readonly Row[]): Promise<number> {
  const { toMarked } = await import('../../../core/units/marked.ts');
  let written = 0;
  for (let at = 0; at < rows.length; at += MOST_TEXTS) {
    const part = rows.slice(at, at + MOST_TEXTS);
    const texts = part.map(({ source }) => (source ? toMarked(source) : ''));
    const order = { from: editor.source?.lang, to: editor.lang, texts };
    const { body } = await api.post('/polydesk/v1/translate', order);
    for (const [place, row] of part.entries()) {
      const text = body.texts[place]?.text ?? '';
      if (text !== '' && row.takeMachine(text)) written += 1;
    }
  }
  return written;
}
