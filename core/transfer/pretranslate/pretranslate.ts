import type { Site } from '../../site.ts';
import type { PretranslateOrder, PretranslateReport } from '../../schema/desk/pretranslate.ts';
import type { JobKind } from '../../domain/job-kind.ts';
import { backupBefore } from '../backup-before.ts';
import { applyHandoff, isChosen } from '../handoff/apply.ts';
import { chosenItems, handoffItems, pairOf, type LanguagePair } from '../handoff/choose.ts';
import { bookOfEntry, markBookUsed } from '../../store/memory/books.ts';
import { emptyHead, type FileUnit, type HandoffFile } from '../handoff/file.ts';
import { itemName, writeKey } from '../handoff/key.ts';
import { judgeFile } from '../handoff/judge.ts';
import { bestMatches, LEFT, SURE } from './best-match.ts';
import type { HandoffChoices } from '../handoff/choices.ts';
import type { Control } from '../refusal.ts';

/**
 * Fills untranslated texts from the memory (`contract/extras.md`, `/pretranslate`). They are applied like a translator's file:
 * nothing is published, nothing a person wrote is changed, and one undo reverts everything. Inexact matches are kept for
 * checking.
 */
export const pretranslateKind: JobKind = {
  name: 'pretranslate',
  screen: 'activity',
  isForEditors: () => true,
  run(site, input, { progress, merge, caller }) {
    const order = input as unknown as PretranslateOrder;
    const pair = pairOf(site, order);
    const { file, report, books } = readMemory(site, pair, order, { progress });
    const choices = { items: {}, conflict: 'mine', stale: false, marks: false, published: order.published } as const;
    if (order.preview) return { report: { ...report, ...previewOf(site, { file, pair, choices }, { progress }) } };
    if (file.units.length === 0) return { report: { ...report } };
    const backup = backupBefore(site);
    const done = merge(() => {
      const value = applyHandoff(site, { file, pair }, { choices, caller, control: { progress } });
      const at = site.now().toISOString();
      if (value.texts > 0) for (const book of books) markBookUsed(site.db, book, at);
      return { value, summary: { code: 'memory.pretranslated', params: { count: value.texts, lang: pair.to.slug } } };
    });
    const { items, created, skipped } = done;
    return { report: { ...report, items, created, skipped, ...(backup !== undefined && { backup }) } };
  },
};

/** Builds a file from the memory matches of the untranslated texts. */
function readMemory(
  site: Site,
  pair: LanguagePair,
  order: PretranslateOrder,
  control: Control,
): { file: HandoffFile; report: PretranslateReport; books: ReadonlySet<number> } {
  const report: PretranslateReport = { texts: 0, exact: 0, fuzzy: 0, items: 0, created: 0, skipped: 0 };
  const units: FileUnit[] = [];
  const books = new Set<number>();
  const scope = { types: order.types, ids: order.ids };
  const { pairs } = chosenItems(site, pair, { states: [...LEFT], scope });
  const find = bestMatches(site, pair.to.id, order.min);
  for (const item of handoffItems(site, pairs, control))
    for (const unit of item.units.filter(({ progress }) => progress === 'new')) {
      report.texts += 1;
      const match = find({ ...item, from: pair.from.id }, unit);
      if (!match) continue;
      const book = match.entry === undefined ? undefined : bookOfEntry(site.db, match.entry);
      if (book) books.add(book.id);
      const isSame = match.score >= SURE;
      report[isSame ? 'exact' : 'fuzzy'] += 1;
      units.push({
        ...{ key: writeKey(unit.address), item: itemName({ kind: item.kind, id: item.source }), source: unit.source },
        ...{ target: match.target, said: isSame ? 'done' : 'unsure', line: 0 },
        ...(!isSame && { score: match.score }),
      });
    }
  return { file: { head: { ...emptyHead(), from: pair.from.slug, to: pair.to.slug }, units }, report, books };
}

interface Taken {
  file: HandoffFile;
  pair: LanguagePair;
  choices: HandoffChoices;
}

/** Counts the items that would be written; writes nothing. */
function previewOf(
  site: Site,
  { file, pair, choices }: Taken,
  control: Control,
): Pick<PretranslateReport, 'items' | 'created' | 'skipped'> {
  const count = { items: 0, created: 0, skipped: 0 };
  for (const judged of judgeFile(site, file, pair, control)) {
    const chosen = judged.units.filter((unit) => isChosen(judged, unit, choices));
    count.skipped += judged.units.length - chosen.length;
    if (chosen.length === 0) continue;
    count.items += 1;
    if (judged.pair && judged.pair.target === undefined) count.created += 1;
  }
  return count;
}
