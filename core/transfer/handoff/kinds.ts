import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FinishedJob, JobKind } from '../../domain/job-kind.ts';
import { dropJobFile } from '../../domain/site/transfer-files.ts';
import { noteReturned } from '../../domain/translations/handoffs.ts';
import type { Site } from '../../site.ts';
import { reviewLine, reviewLines } from '../../store/transfer/review.ts';
import type { Json } from '../../types.ts';
import { backupBefore } from '../backup-before.ts';
import { ImportRefused, type Control } from '../refusal.ts';
import { unpacked } from '../unpack.ts';
import { applyHandoff } from './apply.ts';
import { KEPT_BOOK } from './keep.ts';
import { readHandoffChoices } from './choices.ts';
import { asUtf8 } from './encoding.ts';
import { handoffFormat, handoffFormatAt } from './formats.ts';
import type { LanguagePair } from './choose.ts';
import type { JudgedItem } from './judge.ts';
import { itemName, placeOf } from './key.ts';
import { pairOfFile } from './languages.ts';
import { reviewHandoff, type ReadHandoff } from './review.ts';

/** Input of the job that imports a file for translators. */
interface HandoffInput {
  path: string;
  /** Code of the expected target language. */
  lang?: string;
  choices?: Json;
}

/** Reads a translated file and reports what it would change, text by text. Applied by `/jobs/{id}/apply`. */
export const handoffPreviewKind: JobKind = {
  name: 'handoff-preview',
  screen: 'transfer',
  isForEditors: () => true,
  run(site, input, { progress }) {
    const order = input as unknown as HandoffInput;
    const review = join(dirname(order.path), 'review.sqlite');
    const report = reviewHandoff(site, readHandoff(site, order, { progress }), { path: review, control: { progress } });
    return { report: { handoff: report as unknown as Json }, kept: { review } };
  },
  apply(_site, { input }, choices) {
    const { path, lang } = input as unknown as HandoffInput;
    readHandoffChoices(choices);
    return { kind: 'handoff', input: { path, choices, ...(lang !== undefined && { lang }) } };
  },
  items: (_site, { kept }, query) => reviewLines((kept as { review: string }).review, query),
  item: (_site, { kept }, key) => reviewLine((kept as { review: string }).review, key),
  discard: dropInput,
};

/** Imports a translated file: makes a verified backup, then writes one entry of the history. */
export const handoffKind: JobKind = {
  name: 'handoff',
  screen: 'transfer',
  isForEditors: () => true,
  run(site, input, { progress, merge, caller }) {
    const order = input as unknown as HandoffInput;
    const choices = readHandoffChoices(order.choices);
    const read = readHandoff(site, order, { progress });
    const backup = backupBefore(site);
    const report = merge(() => {
      const onItem = (judged: JudgedItem): void => noteBack(site, read.pair, judged);
      const value = applyHandoff(site, read, { choices, caller, control: { progress }, onItem });
      const { texts, kept } = value;
      if (texts === 0 && kept > 0) {
        const params = { name: KEPT_BOOK, count: kept };
        return { value, summary: { code: 'memory.book-imported', params }, origin: 'import' };
      }
      const params = { count: texts, lang: read.pair.to.slug };
      return { value, summary: { code: 'handoff.taken', params }, origin: 'import' };
    });
    return { report: { handoff: report as unknown as Json, ...(backup !== undefined && { backup }) } };
  },
  discard: dropInput,
};

/** Notes which texts came back: translated, and not as they left, still to be checked. */
function noteBack(site: Site, { to }: LanguagePair, { units }: JudgedItem): void {
  const back = units.flatMap(({ isUntranslated, outcome, said, sent, unit }) =>
    isUntranslated || (outcome === 'same' && said === 'unsure') ? [] : (sent ?? unit?.address ?? []),
  );
  for (const own of Map.groupBy(back, itemName).values())
    if (own[0]) noteReturned(site, to.id, { kind: own[0].kind, id: own[0].id, texts: own.map(placeOf) });
}

/** Reads the file of an order. Throws `ImportRefused`, and 400 for a file of another site or for another language. */
export function readHandoff(site: Site, { path, lang }: HandoffInput, control: Control): ReadHandoff {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-handoff-'));
  try {
    const plain = asUtf8(unpacked(path, folder, control), folder);
    const format = handoffFormatAt(plain);
    if (!format) throw new ImportRefused('not_handoff', 'This is not a file for translators.');
    const file = handoffFormat(format).read(plain, control);
    return { format, file, pair: pairOfFile(site, file, lang) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function dropInput(_site: Site, { input }: FinishedJob): void {
  dropJobFile((input as unknown as HandoffInput).path);
}
