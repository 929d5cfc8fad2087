import { invalidParameter } from '../../domain/invalid-parameter.ts';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import type { Site } from '../../site.ts';
import type { ItemOut } from '../../store/desk/handoffs.ts';
import { siteRow } from '../../store/site/site.ts';
import { beginReading, endReading } from '../../store/transfer/export.ts';
import { UNWATCHED, type Control } from '../refusal.ts';
import { writeWhole } from '../wxr/xml-write.ts';
import { chosenItems, handoffItems, pairOf, TO_DO, type HandoffOrder, type LanguagePair } from './choose.ts';
import type { HandoffHead } from './file.ts';
import { bestMatches, SURE } from '../pretranslate/best-match.ts';
import { handoffFormat, type HandoffFormatId } from './formats.ts';
import { placeOf } from './key.ts';
import { tagOf } from './languages.ts';
import { stringItem } from './strings.ts';
import type { HandoffItem } from './units.ts';

/** What was exported: items, their texts, and how many items were left out because they are translated from another language. */
export interface HandoffWritten {
  items: number;
  texts: number;
  /** How many texts hold a match of the memory. */
  matches: number;
  otherSource: number;
  /** The texts by item. */
  sent: ItemOut[];
}

/** The formats whose units can state that their text is not a translation. */
const FILLED: ReadonlySet<HandoffFormatId> = new Set(['xliff12', 'xliff21']);

/**
 * Writes the texts of the chosen items into a file for translators, and reads it back. 400 for languages and types the site does
 * not have, and for `fill` in a format that cannot mark it.
 */
export function writeHandoff(
  site: Site,
  path: string,
  { format: id, ...order }: HandoffOrder & { format: HandoffFormatId },
  control: Control,
): HandoffWritten {
  if (order.fill !== undefined && !FILLED.has(id))
    throw invalidParameter(
      'fill',
      'rest_invalid_param',
      'Only XLIFF files can be filled with the texts of the source.',
    );
  const pair = pairOf(site, order);
  const { pairs, otherSource } = chosenItems(site, pair, order);
  const done: HandoffWritten = { items: 0, texts: 0, matches: 0, otherSource, sent: [] };
  const strings = order.strings === true ? stringItem(site, pair, order.states ?? TO_DO) : undefined;
  const filled = order.matches === true ? fillFrom(site, pair, () => (done.matches += 1)) : undefined;
  const all = function* (): Iterable<HandoffItem> {
    for (const item of handoffItems(site, pairs, control)) yield filled?.(item) ?? item;
    if (strings && strings.units.length > 0) yield strings;
  };
  const counted = function* (): Iterable<HandoffItem> {
    for (const item of all()) {
      done.items += 1;
      done.texts += item.units.length;
      done.sent.push({ kind: item.kind, id: item.source, texts: item.units.map(({ address }) => placeOf(address)) });
      yield item;
    }
  };
  const head = headOf(site, pair, order.fill === 'source');
  const format = handoffFormat(id);
  beginReading(site.db);
  try {
    writeWhole(
      path,
      (out) => format.write(out, head, counted()),
      (made) => {
        const { units } = format.read(made, UNWATCHED);
        if (units.length !== done.texts) throw new Error(`${units.length} texts of ${done.texts} were read back`);
      },
    );
  } finally {
    endReading(site.db);
  }
  return done;
}

/** Returns a function that puts the exact matches of the memory into the empty translations of an item. */
function fillFrom(site: Site, { from, to }: LanguagePair, onMatch: () => void): (item: HandoffItem) => HandoffItem {
  const find = bestMatches(site, to.id, SURE);
  return (item) => {
    const units = item.units.map((unit) => {
      const match = unit.progress === 'new' ? find({ ...item, from: from.id }, unit) : undefined;
      if (!match) return unit;
      onMatch();
      return { ...unit, target: match.target, progress: 'done' as const };
    });
    return { ...item, units };
  };
}

function headOf(site: Site, { from, to }: LanguagePair, isFilled: boolean): HandoffHead {
  const language = (one: LanguagePair['from']) => ({ code: one.slug, tag: tagOf(one) });
  return {
    site: siteRow(site.db).site_id,
    title: siteSettings(site).title,
    from: language(from),
    to: language(to),
    at: site
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
    isFilled,
  };
}
