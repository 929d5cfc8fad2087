import type { DeskImport } from '../../schema/desk/files.ts';
import { HANDOFF_STATES, type HandoffDone, type HandoffReview, type HandoffState } from '../../schema/site/handoff.ts';
import { DESK_FORMATS, DESK_FORMAT_IDS, isDeskFormat, type DeskFormatId } from '../../transfer/desk/formats.ts';
import { FORMAT_IDS, type FormatId } from '../../transfer/formats.ts';
import {
  HANDOFF_FORMATS,
  HANDOFF_FORMAT_IDS,
  isHandoffFormat,
  type HandoffFormatId,
} from '../../transfer/handoff/formats.ts';
import type { ExportOrder } from '../../transfer/kinds.ts';
import { choice, type Call } from '../run/arguments.ts';
import { usageError } from '../run/failure.ts';

/** Every export format. */
export const ALL_FORMAT_IDS = [...FORMAT_IDS, ...HANDOFF_FORMAT_IDS, ...DESK_FORMAT_IDS];

/** Whether a format holds a whole site: others are always a single file. */
export const isSiteFormat = (format: (typeof ALL_FORMAT_IDS)[number]): format is FormatId =>
  !isHandoffFormat(format) && !isDeskFormat(format);

/** Names of states on the command line. */
const NAMED: Readonly<Record<string, HandoffState>> = { update: 'needs_update' };
export const STATE_NAMES = HANDOFF_STATES.map(
  (state) => Object.keys(NAMED).find((name) => NAMED[name] === state) ?? state,
);

/** The formats for translators, for the help of `export`. */
export const handoffHelp = HANDOFF_FORMAT_IDS.map((id) => `               ${id}: ${HANDOFF_FORMATS[id].about}`).join(
  '\n',
);

/** The memory and glossary formats, in the same form. */
export const deskHelp = DESK_FORMAT_IDS.map((id) => `               ${id}: ${DESK_FORMATS[id].about}`).join('\n');

/** Guesses the format from the file name: a table without a language contains terms. */
export function formatOfName(file: string, hasLanguage: boolean): (typeof ALL_FORMAT_IDS)[number] {
  const name = file.toLowerCase().replace(/\.gz$/, '');
  const desk = DESK_FORMAT_IDS.find((id) => DESK_FORMATS[id].extensions.some((ending) => name.endsWith(`.${ending}`)));
  if (desk !== undefined && !(desk === 'terms' && hasLanguage)) return desk;
  const found = HANDOFF_FORMAT_IDS.find((id) =>
    HANDOFF_FORMATS[id].extensions.some((ending) => name.endsWith(`.${ending}`)),
  );
  return found ?? 'wxr';
}

/** The export request for translators. */
export function handoffOrder(call: Call, format: HandoffFormatId): ExportOrder {
  const [lang, ...more] = call.list('lang') ?? [];
  if (lang === undefined || more.length > 0)
    throw usageError('Name the one language to translate into, such as --lang fr.');
  const strange = ['uploads', 'no-uuids', 'media'].find((name) => call.has(name) || call.text(name) !== undefined);
  if (strange !== undefined) throw usageError(`The option --${strange} is not for files for translators.`);
  const [types, from, states] = [call.list('type'), call.text('from'), statesOf(call.list('state'))];
  return {
    ...{ format, lang, uuids: true },
    ...(from !== undefined && { from }),
    ...(states && { states }),
    ...(call.has('strings') && { strings: true }),
    ...(call.has('slugs') && { slugs: true }),
    ...(call.has('fill') && { fill: 'source' as const }),
    ...(call.has('matches') && { matches: true }),
    ...(types && { scope: { types } }),
  };
}

/** The export request for the memory (two languages if one is named) or the glossary. */
export function deskOrder(call: Call, format: DeskFormatId): ExportOrder {
  const [languages, from] = [call.list('lang') ?? [], call.text('from')];
  const others = ['uploads', 'no-uuids', 'media', 'type', 'state', 'strings', 'slugs', 'fill', 'matches'];
  const strange = [...others, ...(format === 'tmx' ? [] : ['lang', 'from'])].find(
    (name) => call.has(name) || call.text(name) !== undefined || call.list(name) !== undefined,
  );
  if (strange !== undefined) throw usageError(`The option --${strange} is not for the format ${format}.`);
  if (languages.length > 1) throw usageError('Name one language to translate into, such as --lang fr.');
  if (from !== undefined && languages.length === 0)
    throw usageError('Name the language to translate into with --lang.');
  const [lang] = languages;
  return { format, uuids: true, ...(lang !== undefined && { lang }), ...(from !== undefined && { from }) };
}

export function refuseHandoffOptions(call: Call): void {
  const strange = ['from', 'state', 'strings', 'slugs', 'fill', 'matches'].find(
    (name) => call.has(name) || call.text(name) !== undefined || call.list(name) !== undefined,
  );
  if (strange !== undefined)
    throw usageError(`The option --${strange} is for files for translators: ${HANDOFF_FORMAT_IDS.join(', ')}.`);
}

function statesOf(names: string[] | undefined): HandoffState[] | undefined {
  const chosen = names?.map((name) => choice('a state', name, [...STATE_NAMES, 'all']));
  if (chosen?.includes('all')) return [...HANDOFF_STATES];
  return chosen?.flatMap((name) => NAMED[name] ?? HANDOFF_STATES.find((state) => state === name) ?? []);
}

const textsText = (n: number): string => (n === 1 ? '1 text' : `${n} texts`);
const itemsText = (n: number): string => (n === 1 ? '1 item' : `${n} items`);

/** The review of such a file as text. */
export function reviewText({ counts, items, published, from, to }: HandoffReview): string {
  const ready = counts.new + counts.changed;
  const lines: [number, string][] = [
    [counts.stale, 'whose source changed since (--stale takes them)'],
    [counts.conflict, 'changed here meanwhile (--conflict file takes them)'],
    [counts.marks, 'with other marks than they need: choose in the window'],
    [counts.left, 'not here'],
    [counts.same, 'unchanged'],
    [counts.untranslated, 'not translated'],
    [published, 'of those ready belong to published items (--published takes them)'],
  ];
  const rest = lines.filter(([n]) => n > 0).map(([n, text]) => `  ${textsText(n)} ${text}`);
  return [`${textsText(ready)} ready in ${itemsText(items)}, ${from} to ${to}. Nothing was written.`, ...rest].join(
    '\n',
  );
}

/** The result of importing it, as text. */
export function doneText({ texts, items, created, skipped, warnings }: HandoffDone): string {
  const made = created === 0 ? '' : `, ${created} of them new drafts`;
  const left =
    skipped === 0 ? '' : `\n  ${textsText(skipped)} ${skipped === 1 ? 'was' : 'were'} left alone: see --preview`;
  const notes = warnings.map(({ text }) => `\n  ${text}`).join('');
  return `Imported ${textsText(texts)} into ${itemsText(items)}${made}.${left}${notes}`;
}

const termsText = (n: number): string => (n === 1 ? '1 term' : `${n} terms`);

/** The result of importing a memory or glossary file, or its preview, as text. */
export function deskText({ preview, memory, glossary }: DeskImport): string {
  const did = preview ? 'would be imported' : 'imported';
  const notes = [...(memory?.warnings ?? []), ...(glossary?.warnings ?? [])].map(
    ({ line, text }) => `  line ${line}: ${text}`,
  );
  const lines = [
    ...(memory
      ? [`${textsText(memory.entries)} ${did} into the book "${memory.book}", ${memory.known} known already.`]
      : []),
    ...(memory && memory.other > 0 ? [`  ${textsText(memory.other)} of other languages`] : []),
    ...(glossary
      ? [
          `${termsText(glossary.added)} ${preview ? 'would be ' : ''}added, ${glossary.changed} changed, ${glossary.same} unchanged.`,
        ]
      : []),
    ...(glossary && glossary.other > 0 ? [`  ${termsText(glossary.other)} of other languages`] : []),
  ];
  return [...lines, ...notes].join('\n');
}
