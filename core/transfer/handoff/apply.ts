import { refusalOf } from '../../domain/history/history.ts';
import { readOnce } from '../../domain/matrix/unit-states.ts';
import { startTranslation } from '../../domain/translations/new-translation.ts';
import { storeTexts, type StoredTexts } from '../../domain/translations/store-texts.ts';
import { markUnits } from '../../domain/translations/unit-marks.ts';
import { RestError, refusalStatus } from '../../errors.ts';
import type { HandoffDone } from '../../schema/site/handoff.ts';
import type { UnitMark } from '../../schema/translations/unit-mark.ts';
import type { Site } from '../../site.ts';
import { draftOf, putDraft } from '../../store/translations/drafts.ts';
import type { Edit } from '../../units/rebuild.ts';
import { rowKey, writeTranslation } from '../../units/translation.ts';
import type { Caller, Dict } from '../../types.ts';
import type { Control } from '../refusal.ts';
import { addWarning, type Notes } from '../report.ts';
import { writeString } from '../../domain/site/strings.ts';
import type { HandoffChoices } from './choices.ts';
import { keepInMemory } from './keep.ts';
import { judgeFile, type JudgedItem, type JudgedUnit } from './judge.ts';
import type { ReadHandoff } from './review.ts';
import { itemUnits, type HandoffItem, type HandoffUnit, type ItemPair } from './units.ts';

/** Options of applying a file. */
interface Taking {
  choices: HandoffChoices;
  caller: Caller;
  control: Control;
  /** Called for each item, before it is written. */
  onItem?: (judged: JudgedItem) => void;
}

/**
 * Writes the chosen texts of a file within the running transaction. Everything is judged again, since others may have written
 * since the review. New versions are drafts, and no status changes. An item that cannot be written is unchanged and named in the
 * report.
 */
export function applyHandoff(
  site: Site,
  { file, pair }: Pick<ReadHandoff, 'file' | 'pair'>,
  taking: Taking,
): HandoffDone {
  const done: HandoffDone & Notes = { texts: 0, items: 0, created: 0, kept: 0, skipped: 0, warnings: [] };
  for (const judged of judgeFile(site, file, pair, taking.control)) {
    taking.onItem?.(judged);
    const open = judged.units.filter(({ outcome }) => outcome !== 'same' && outcome !== 'left');
    const chosen = open.filter((unit) => isChosen(judged, unit, taking.choices));
    const kept = open.filter(({ key }) => taking.choices.items[key] === 'memory');
    done.kept += keepInMemory(site, pair, kept);
    done.skipped += open.length - chosen.length - kept.length;
    const { item } = judged;
    if (!item || chosen.length === 0) continue;
    const lang = pair.to.slug;
    const isNew = judged.pair !== undefined && judged.pair.target === undefined;
    const refusal = refusalOf(site, () =>
      judged.pair
        ? writeItem(site, { pair: judged.pair, item, lang, chosen, read: judged.read }, taking.caller)
        : writeStrings(site, lang, { chosen, caller: taking.caller }),
    );
    if (!refusal) {
      done.texts += chosen.length;
      done.items += 1;
      if (isNew) done.created += 1;
      continue;
    }
    done.skipped += chosen.length;
    const params = { title: item.title, why: refusal.message };
    const text = `${item.title}: ${refusal.message}`;
    addWarning(done, { line: chosen[0]?.line ?? 0, code: 'not_written', text, params });
  }
  return done;
}

/** Whether a text was chosen; nothing visible to visitors changes unless explicitly requested. */
export function isChosen({ isPublic }: JudgedItem, unit: JudgedUnit, choices: HandoffChoices): boolean {
  if (!unit.written && !unit.isConfirming) return false;
  const own = choices.items[unit.key];
  if (own === 'mine' || own === 'memory' || (isPublic && !choices.published && !unit.isConfirming)) return false;
  if (own === 'file') return true;
  if (unit.outcome === 'conflict') return choices.conflict === 'file';
  if (unit.outcome === 'stale') return choices.stale;
  return unit.outcome === 'marks' ? choices.marks : true;
}

interface TakenItem {
  pair: ItemPair;
  /** The texts of the item, before they are written. */
  item: HandoffItem;
  lang: string;
  chosen: readonly JudgedUnit[];
  /** Parses its texts, each once. */
  read?: ReturnType<typeof readOnce> | undefined;
}

/** Only administrators can write strings of the site, by file too (`contract/extras.md`, `/strings`). */
function writeStrings(
  site: Site,
  lang: string,
  { chosen, caller }: { chosen: readonly JudgedUnit[]; caller: Caller },
): void {
  if (!caller.can('manage_options'))
    throw new RestError('rest_forbidden', 'Only administrators can edit strings.', refusalStatus(caller));
  for (const { unit, written } of chosen)
    if (unit?.string !== undefined && written?.kind === 'text')
      writeString(site, unit.string, { [lang]: written.text });
}

/** Writes texts of one item, and marks each as translated; returns the version, which is started as a draft if it is missing. */
export function writeItem(
  site: Site,
  { pair, item, lang, chosen, read = readOnce() }: TakenItem,
  caller: Caller,
): number {
  const { kind, source } = pair;
  const written = chosen.flatMap((one) => (one.unit ? [{ ...one, unit: one.unit }] : []));
  const texts = textsOf(item, written);
  const target = pair.target ?? startWith(site, { kind, source, lang, texts, read }, caller);
  const { title: _title, content: _content, excerpt: _excerpt, ...others } = texts;
  const input = pair.target === undefined ? others : texts;
  if (Object.keys(input).length > 0) storeTexts(site, { kind, id: target, input }, caller);
  settle(site, { kind, source, target, written, read }, caller);
  return target;
}

type Given = JudgedUnit & { unit: HandoffUnit };

/** The fields to write, with every other text as it is. */
function textsOf(item: HandoffItem, given: readonly Given[]): StoredTexts {
  const texts: StoredTexts = {};
  const edits = new Map<string, Edit>();
  for (const { unit, written, isConfirming } of given) {
    if (isConfirming || !written) continue;
    const { field } = unit.address;
    if (written.kind === 'row') {
      if (unit.row) edits.set(rowKey(unit.row), { tokens: written.tokens });
    } else if (field === 'meta') texts.meta = { ...texts.meta, [unit.meta ?? '']: written.text };
    else if (field !== 'string') texts[field] = written.text;
  }
  if (edits.size > 0) texts.content = writeTranslation(item.alignment, edits);
  return texts;
}

/** Starts the version with these texts in place of those of the source: writing both would take twice as long. */
function startWith(
  site: Site,
  {
    kind,
    source,
    lang,
    texts,
    read,
  }: Omit<ItemPair, 'target'> & Pick<TakenItem, 'lang' | 'read'> & { texts: StoredTexts },
  caller: Caller,
): number {
  const { title, content, excerpt } = texts;
  const input = { kind, id: source, lang, copy: true, texts: 'source' as const, ...(title !== undefined && { title }) };
  const translated = { ...(content !== undefined && { content }), ...(excerpt !== undefined && { excerpt }) };
  return startTranslation(site, caller, input, { translated, ...(read && { read }) });
}

const sameUnit = (item: HandoffItem, { address }: HandoffUnit): HandoffUnit | undefined =>
  item.units.find(({ address: own }) => own.field === address.field && own.n === address.n);

/** Marks each text as edited, right, the same on purpose, or to be checked. */
function settle(
  site: Site,
  of: ItemPair & { target: number; written: readonly Given[]; read: ReturnType<typeof readOnce> },
  caller: Caller,
): void {
  const { kind, source, target, written, read } = of;
  const here = itemUnits(site, { kind, source, target }, read);
  if (!here) return;
  const [marks, unsure, sure]: [UnitMark[], Unsure[], string[]] = [[], [], []];
  for (const { unit, outcome, said, score, isConfirming } of written) {
    const now = sameUnit(here, unit);
    if (!now) continue;
    if (said === 'unsure' || outcome === 'stale') unsure.push({ key: now.rowKey, score });
    else {
      sure.push(now.rowKey);
      const word = now.source === now.target ? 'same' : isConfirming ? 'right' : 'edited';
      if (now.said.source !== '') marks.push({ ...now.said, word });
    }
  }
  markUnits(site, { kind, id: target }, marks);
  keepUnsure(site, { kind, id: target, unsure, sure }, caller);
}

/** Stores rows to be checked together with machine translated ones, in the editor draft of the item. */
function keepUnsure(
  site: Site,
  {
    kind,
    id,
    unsure,
    sure,
  }: { kind: ItemPair['kind']; id: number; unsure: readonly Unsure[]; sure: readonly string[] },
  caller: Caller,
): void {
  const kept = draftOf(site.db, kind, id);
  const fields = (kept === undefined ? {} : JSON.parse(kept.fields)) as Dict;
  const before = Array.isArray(fields['machine']) ? fields['machine'].map(String) : [];
  const machine = [...new Set([...before.filter((key) => !sure.includes(key)), ...unsure.map(({ key }) => key)])];
  if (machine.length === before.length && machine.every((key) => before.includes(key))) return;
  const row = { author: kept?.author ?? caller.name, saved_at: kept?.saved_at ?? site.now().toISOString() };
  putDraft(
    site.db,
    { kind, id },
    { ...row, fields: JSON.stringify({ ...fields, machine, ...memoryOf(fields, unsure) }) },
  );
}

/** A row to be checked, with the score of its match if it comes from the memory. */
interface Unsure {
  key: string;
  score: number | undefined;
}

/** The memory matches in the format of the editor draft: row key and similarity, for example `s12 86`. */
function memoryOf(fields: Dict, unsure: readonly Unsure[]): { memory?: string[] } {
  const own = unsure.flatMap(({ key, score }) => (score === undefined ? [] : [`${key} ${score}`]));
  const known = Array.isArray(fields['memory']) ? fields['memory'].map(String) : [];
  const isOpen = (line: string): boolean => !unsure.some(({ key }) => line.startsWith(`${key} `));
  return own.length + known.length === 0 ? {} : { memory: [...known.filter(isOpen), ...own] };
}
