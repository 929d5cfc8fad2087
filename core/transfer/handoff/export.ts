import { siteSettings } from '../../domain/settings/site-settings.ts';
import type { Site } from '../../site.ts';
import { siteRow } from '../../store/site/site.ts';
import { beginReading, endReading } from '../../store/transfer/export.ts';
import { UNWATCHED, type Control } from '../refusal.ts';
import { writeWhole } from '../wxr/xml-write.ts';
import { chosenItems, handoffItems, pairOf, type HandoffOrder } from './choose.ts';
import type { HandoffHead } from './file.ts';
import { handoffFormat, type HandoffFormatId } from './formats.ts';
import { tagOf } from './languages.ts';
import { stringItem } from './strings.ts';
import type { HandoffItem } from './units.ts';

/** What left: items, their texts, and how many items were left out since they are translated from another language. */
export interface HandoffWritten {
  items: number;
  texts: number;
  otherSource: number;
}

/**
 * Writes the texts of the chosen items into a file for translators, and reads it back. 400 for languages and types the site does
 * not have.
 */
export function writeHandoff(
  site: Site,
  path: string,
  { format: id, ...order }: HandoffOrder & { format: HandoffFormatId },
  control: Control,
): HandoffWritten {
  const pair = pairOf(site, order);
  const { pairs, otherSource } = chosenItems(site, pair, order);
  const done = { items: 0, texts: 0, otherSource };
  const strings = order.strings === true ? stringItem(site, pair) : undefined;
  const all = function* (): Iterable<HandoffItem> {
    yield* handoffItems(site, pairs, control);
    if (strings && strings.units.length > 0) yield strings;
  };
  const counted = function* (): Iterable<HandoffItem> {
    for (const item of all()) {
      done.items += 1;
      done.texts += item.units.length;
      yield item;
    }
  };
  const language = (one: (typeof pair)['from']) => ({ code: one.slug, tag: tagOf(one) });
  const head: HandoffHead = {
    site: siteRow(site.db).site_id,
    title: siteSettings(site).title,
    from: language(pair.from),
    to: language(pair.to),
    at: site
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
  };
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
