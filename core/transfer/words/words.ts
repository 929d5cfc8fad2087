import { BANDS, type Band, type WordCount, type WordsOrder, type WordsReport } from '../../schema/desk/words.ts';
import type { WordsRow } from '../../schema/desk/words.ts';
import type { Site } from '../../site.ts';
import type { Json } from '../../types.ts';
import type { JobKind } from '../../domain/job-kind.ts';
import { contentFacts, needLanguage, type ContentLanguage } from '../../domain/content/content-facts.ts';
import { plainOfMarked } from '../../units/memory/analyse.ts';
import { wordCount } from '../../units/states/words.ts';
import { itemsInto } from '../handoff/choose.ts';
import { itemUnits } from '../handoff/units.ts';
import { bestMatches, LEFT } from '../pretranslate/best-match.ts';

/** Matches below this score do not help. */
const LEAST = 50;
const SURE = 100;

/**
 * Counts the words left, by how well the memory matches their texts (`contract/extras.md`, `/words`). Writes nothing. Alternative
 * texts are left out, as in `/coverage`.
 */
export const wordsKind: JobKind = {
  name: 'words',
  screen: 'activity',
  isForEditors: () => true,
  run(site, input, { progress }) {
    const order = input as unknown as WordsOrder;
    const wanted = languagesOf(site, order).map((to) => {
      return { to, items: [...itemsInto(site, to, { states: [...LEFT], scope: { types: order.types } })] };
    });
    const total = wanted.reduce((sum, { items }) => sum + items.length, 0);
    let done = 0;
    const rows = wanted.flatMap((one) => rowsOf(site, one, () => progress(done++, total)));
    const report: WordsReport = { rows };
    return { report: report as unknown as Json };
  },
};

/** The languages of an order; 400 for one that the site does not have. */
export function languagesOf(site: Site, { lang }: WordsOrder): ContentLanguage[] {
  const facts = contentFacts(site);
  return lang === undefined ? [...facts.languages.values()] : [needLanguage(facts, lang, 'lang')];
}

interface Wanted {
  to: ContentLanguage;
  items: ReturnType<typeof itemsInto> extends Iterable<infer Item> ? Item[] : never;
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
    const left = itemUnits(site, item)?.units.filter(({ progress, address }) => {
      return progress === 'new' && address.field !== 'alt';
    });
    for (const unit of left ?? []) {
      const row = rows.get(`${kind} ${type}`) ?? { lang, kind, type, units: 0, words: 0, bands: emptyBands() };
      rows.set(`${kind} ${type}`, row);
      const score = find({ ...item, from }, unit)?.score ?? 0;
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
