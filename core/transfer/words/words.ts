import { BANDS, type Band, type WordCount, type WordsOrder, type WordsReport } from '../../schema/desk/words.ts';
import type { WordsRow } from '../../schema/desk/words.ts';
import type { Site } from '../../site.ts';
import type { Json } from '../../types.ts';
import type { JobKind } from '../../domain/job-kind.ts';
import { contentFacts, needLanguage, type ContentLanguage } from '../../domain/content/content-facts.ts';
import { plainOfMarked } from '../../units/memory/analyse.ts';
import { wordCount } from '../../units/states/words.ts';
import { itemsInto, pairOf } from '../handoff/choose.ts';
import { stringItem } from '../handoff/strings.ts';
import { itemUnits, type HandoffItem, type HandoffUnit } from '../handoff/units.ts';
import { bestMatches, LEFT, SURE } from '../pretranslate/best-match.ts';

/** Matches below this score do not help. */
const LEAST = 50;

/** Counts the words left, by how well the memory matches their texts (`contract/extras.md`, `/words`). Writes nothing. */
export const wordsKind: JobKind = {
  name: 'words',
  screen: 'activity',
  isForEditors: () => true,
  run(site, input, { progress }) {
    const order = input as unknown as WordsOrder;
    const wanted = order.states ? [inFile(site, order)] : left(site, order);
    const total = wanted.reduce((sum, { items }) => sum + items.length, 0);
    let done = 0;
    const rows = wanted.flatMap((one) => rowsOf(site, one, () => progress(done++, total)));
    const report: WordsReport = { rows };
    return { report: report as unknown as Json };
  },
};

/** The languages of an order; 400 for one that the site does not have, and for a file without one. */
export function languagesOf(site: Site, order: WordsOrder): ContentLanguage[] {
  if (order.states) return [pairOf(site, order).to];
  const { lang } = order;
  const facts = contentFacts(site);
  return lang === undefined ? [...facts.languages.values()] : [needLanguage(facts, lang, 'lang')];
}

interface Counted extends Pick<HandoffItem, 'kind' | 'type' | 'source'> {
  from: number;
  /** Reads the texts to count. */
  units(): readonly HandoffUnit[];
}

interface Wanted {
  to: ContentLanguage;
  items: Counted[];
}

/** The texts without a translation, of every language. Alternative texts and custom fields are left out, as in `/coverage`. */
function left(site: Site, order: WordsOrder): Wanted[] {
  return languagesOf(site, order).map((to) => {
    const items = [...itemsInto(site, to, { states: [...LEFT], scope: { types: order.types } })].map((item) => {
      const units = (): HandoffUnit[] =>
        (itemUnits(site, item)?.units ?? []).filter(({ progress, address }) => {
          return progress === 'new' && address.field !== 'alt' && address.field !== 'meta';
        });
      return { ...item, units };
    });
    return { to, items };
  });
}

/** All texts of the file that `/exports` writes for the same choice. */
function inFile(site: Site, order: WordsOrder): Wanted {
  const pair = pairOf(site, order);
  const { states } = order;
  const items = [...itemsInto(site, pair.to, { states, scope: { types: order.types } })]
    .filter(({ from }) => from === pair.from.id)
    .map((item): Counted => ({
      ...item,
      units: () => itemUnits(site, { ...item, withSlug: order.slugs })?.units ?? [],
    }));
  const strings = order.strings === true ? stringItem(site, pair, states) : undefined;
  if (strings) items.push({ ...strings, from: pair.from.id, units: () => strings.units });
  return { to: pair.to, items };
}

/** The counts for one language, by type. */
function rowsOf(site: Site, { to, items }: Wanted, onItem: () => void): WordsRow[] {
  const rows = new Map<string, WordsRow>();
  const seen = new Set<string>();
  const find = bestMatches(site, to.id, LEAST);
  const { languages } = contentFacts(site);
  for (const item of items) {
    onItem();
    const { kind, type, from } = item;
    const { slug: lang } = to;
    const units = item.units();
    if (units.length === 0) continue;
    const row = rows.get(`${kind} ${type}`) ?? { lang, kind, type, items: 0, units: 0, words: 0, bands: emptyBands() };
    rows.set(`${kind} ${type}`, row);
    row.items += 1;
    for (const unit of units) {
      const score = unit.progress === 'done' ? SURE : (find(item, unit)?.score ?? 0);
      const again = `${from} ${unit.source}`;
      const band = bandOf(score, seen.has(again));
      seen.add(again);
      const words = wordCount(plainOfMarked(unit.source), languages.get(from)?.locale);
      for (const count of [row, row.bands[band]]) {
        count.units += 1;
        count.words += words;
      }
    }
  }
  return [...rows.values()];
}

function bandOf(score: number, isRepeated: boolean): Band {
  if (score >= SURE) return '100';
  if (isRepeated) return 'repeated';
  return BANDS.find((band) => score >= Number(band)) ?? 'new';
}

function emptyBands(): Record<Band, WordCount> {
  return Object.fromEntries(BANDS.map((band) => [band, { units: 0, words: 0 }])) as Record<Band, WordCount>;
}
