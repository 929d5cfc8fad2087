// A site with the texts of the desk bench: items of fourteen paragraphs in four languages; and the cost of its memory, its files
// for translators and its saves.
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createLanguage } from '../../core/domain/languages/languages.ts';
import { drainMatrix } from '../../core/domain/matrix/matrix.ts';
import { createLearner, keepStep } from '../../core/domain/memory/learn.ts';
import { transact } from '../../core/domain/history/history.ts';
import { HANDOFF_STATES } from '../../core/schema/site/handoff.ts';
import { closeSite, openSite, type Site } from '../../core/site.ts';
import { applyHandoff } from '../../core/transfer/handoff/apply.ts';
import { readHandoffChoices } from '../../core/transfer/handoff/choices.ts';
import { writeHandoff } from '../../core/transfer/handoff/export.ts';
import { readHandoff } from '../../core/transfer/handoff/kinds.ts';
import { reviewHandoff } from '../../core/transfer/handoff/review.ts';
import { UNWATCHED } from '../../core/transfer/refusal.ts';
import { writePhp } from '../../core/domain/content/php.ts';
import { importer, importInto } from '../transfer/support.ts';
import type { Script } from './desk-texts.ts';
import { floorOf } from './transfer-floor.ts';

const PARAGRAPHS = 14;
const LOCALES: Readonly<Record<Script, string>> = { en: 'en_US', ja: 'ja', th: 'th', ar: 'ar' };

/** The texts of each language, in the same order. */
export type Texts = readonly { script: Script; texts: readonly string[] }[];

export interface Took {
  /** Seconds of the processor. */
  cpu: number;
  seconds: number;
}

export function timed<T>(work: () => T): Took & { value: T } {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, cpu: (user + system) / 1e6, seconds: (performance.now() - start) / 1000 };
}

/** Makes the site; how many items of each language it has. */
export function makeSite(folder: string, file: string, texts: Texts): number {
  const items = Math.floor((texts[0]?.texts.length ?? 0) / PARAGRAPHS);
  const wxr = join(folder, 'site.xml');
  writeWxr(wxr, texts, items);
  const site = opened(file);
  try {
    importInto(site, { path: wxr });
    transact(site, importer, () => {
      createLanguage(site, { locale: 'fr_FR', no_default_cat: true });
      return { value: undefined, keep: true };
    });
    drainMatrix(site);
  } finally {
    closeSite(site);
  }
  return items;
}

const opened = (file: string): Site => openSite(file, { version: '0.0.0' });
const CDATA = (text: string): string => `<![CDATA[${text}]]>`;

function writeWxr(path: string, texts: Texts, items: number): void {
  const file = openSync(path, 'w');
  const write = (text: string): void => void writeSync(file, text);
  const term = (id: number, taxonomy: string, [slug, description]: [string, string]): string =>
    `<wp:term><wp:term_id>${id}</wp:term_id><wp:term_taxonomy>${taxonomy}</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_name>${slug}</wp:term_name><wp:term_description>${CDATA(description)}</wp:term_description></wp:term>\n`;
  write(
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Desk</title><wp:wxr_version>1.2</wp:wxr_version>\n`,
  );
  texts.forEach(({ script }, l) => {
    const facts = new Map<string, string | boolean>([
      ['locale', LOCALES[script]],
      ['rtl', script === 'ar'],
      ['flag_code', ''],
    ]);
    write(term(1 + l * 2, 'language', [script, writePhp(facts)]));
    write(term(2 + l * 2, 'term_language', [`pll_${script}`, '']));
  });
  const idOf = (item: number, l: number): number => 1 + item * texts.length + l;
  for (let item = 0; item < items; item++) {
    const members = new Map(texts.map(({ script }, l) => [script, idOf(item, l)] as const));
    write(term(100 + item, 'post_translations', [`pll_g${item}`, writePhp(members)]));
  }
  for (let item = 0; item < items; item++)
    texts.forEach(({ script, texts: all }, l) => {
      const own = all.slice(item * PARAGRAPHS, (item + 1) * PARAGRAPHS);
      const content = own.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).join('\n\n');
      write(
        `<item><title>${CDATA(`${script} ${item}`)}</title><content:encoded>${CDATA(content)}</content:encoded><wp:post_id>${idOf(item, l)}</wp:post_id><wp:post_date_gmt>2026-01-01 00:00:00</wp:post_date_gmt><wp:post_name>${script}-${item}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="language" nicename="${script}">${script}</category><category domain="post_translations" nicename="pll_g${item}">g</category></item>\n`,
      );
    });
  write('</channel></rss>\n');
  closeSync(file);
}

/** Makes the memory of the site, with the texts cut from its items. */
export function learnSite(file: string): Took {
  const site = opened(file);
  try {
    return timed(() => {
      const learner = createLearner(site);
      for (let step = learner.step(1000); ; step = learner.step(1000)) {
        keepStep(site, step);
        if (step.stamp !== undefined && step.learned.length === 0) return;
      }
    });
  } finally {
    closeSite(site);
  }
}

/** Every item as XLIFF, and in again, translated: with the review that people see first. */
export function thereAndBack(
  folder: string,
  file: string,
): { out: Took; review: Took; in: Took; floor: number; size: number } {
  const site = opened(file);
  const path = join(folder, 'out.xlf');
  try {
    const order = { format: 'xliff12' as const, from: 'en', lang: 'fr', states: [...HANDOFF_STATES] };
    const out = timed(() => writeHandoff(site, path, order, UNWATCHED));
    const size = statSync(path).size;
    const back = readFileSync(path, 'utf8').replace(
      /<source>(.*)<\/source>\n/g,
      (whole, text: string) => `${whole}<target>é ${text}</target>\n`,
    );
    writeFileSync(path, back);
    const control = UNWATCHED;
    const review = timed(() =>
      reviewHandoff(site, readHandoff(site, { path }, control), { path: join(folder, 'review.sqlite'), control }),
    );
    const taken = timed(() => {
      const read = readHandoff(site, { path }, control);
      const choices = readHandoffChoices({});
      return transact(site, importer, () => ({
        value: applyHandoff(site, read, { choices, caller: importer, control }),
        keep: true,
      })).value;
    });
    if (taken.value.created !== out.value.items)
      throw new Error(`${taken.value.created} of ${out.value.items} came in`);
    const floor = floorOf(file, join(folder, 'floor.sqlite'));
    // The rows of five languages; those of one come in.
    return { out, review, in: taken, floor: (floor.rows + floor.search) / (LANGUAGES + 1), size };
  } finally {
    closeSite(site);
  }
}

const LANGUAGES = Object.keys(LOCALES).length;

/** Processor time of each piece of work in milliseconds: half and 95 of 100 take less. */
export function timesOf<T>(list: readonly T[], work: (one: T) => unknown): { p50: string; p95: string } {
  const times = list.map((one) => {
    const started = process.cpuUsage();
    work(one);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  });
  times.sort((a, b) => a - b);
  const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  return { p50: at(0.5), p95: at(0.95) };
}
