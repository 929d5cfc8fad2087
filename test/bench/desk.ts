// `npm run bench -- desk [TEXTS]`: the memory of a site with that many seeded random texts, 600,000 by default, a quarter each in
// Latin letters, Japanese, Thai and Arabic: pairs of Latin and Arabic, and of Japanese and Thai. Then a site with the same
// texts (desk-site.ts): its memory, files for translators, saves. Measures processor time, because other programs may be running.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchMemory } from '../../core/domain/memory/concordance.ts';
import { indexAsItComes, indexAsWhole } from '../../core/domain/memory/index-texts.ts';
import { lookUp } from '../../core/domain/memory/look-up.ts';
import { emptyMemory, openMemoryReader, openMemoryWriter, writeFacts } from '../../core/store/memory/file.ts';
import { putUses } from '../../core/store/memory/texts.ts';
import Database from 'better-sqlite3';
import { timeChecks } from './desk-checks.ts';
import { learnSite, makeSite, thereAndBack, timed, timesOf } from './desk-site.ts';
import { saves, waits } from './desk-save.ts';
import { begin, commit } from '../../core/store/transaction.ts';
import type { ReadDb } from '../../core/store/sql.ts';
import { analyse, type Analysed } from '../../core/units/memory/analyse.ts';
import { queryOf, scoreOf } from '../../core/units/memory/score.ts';
import { textHash } from '../../core/units/states/hash.ts';
import { randomOf, textsOf, type Script } from './desk-texts.ts';

const SCRIPTS: Script[] = ['en', 'ja', 'th', 'ar'];
/** The language of the other side, by number. */
const PARTNER: Readonly<Record<number, number>> = { 1: 4, 4: 1, 2: 3, 3: 2 };
const QUERIES = 200;
const COMPARED = 12;
const SEED = 20;

/** How long a rebuild in a server is watched, at most. */
const WATCHED_MS = 25_000;

export async function benchDesk(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-desk-'));
  try {
    const file = join(folder, 'site.memory');
    const made = SCRIPTS.map((script, at) => ({
      script,
      language: at + 1,
      ...textsOf(script, Math.ceil(count / 4), SEED + at),
    }));
    const seconds = makeMemory(file, made);
    const floor = rowsAlone(join(folder, 'rows.sqlite'), made);
    console.log(
      `${count} texts, ${Math.round(statSync(file).size / 1e6)} MB, made in ${seconds.toFixed(1)} s of processor (goal 60 for 600,000), ${(seconds / floor).toFixed(1)} times the rows and their trigrams alone`,
    );
    const db = openMemoryReader(file);
    if (!db) throw new Error('The memory cannot be read.');
    for (const one of made) console.log(line(db, one));
    for (const one of made) console.log(checks(one, made[(PARTNER[one.language] ?? 1) - 1] ?? one));
    console.log(`one group learned again, in the thread: ${relearn(file, made).toFixed(2)} ms`);
    db.close();
    await benchSite(folder, made);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same texts as the items of a site. */
async function benchSite(folder: string, made: readonly Made[]): Promise<void> {
  const file = join(folder, 'desk.polydesk');
  const items = makeSite(folder, file, made);
  const learned = learnSite(file);
  console.log(
    `a site of ${items} items in ${made.length} languages: its memory with cutting in ${learned.cpu.toFixed(1)} s of processor (goal 120 for 600,000)`,
  );
  const { worked, often, longest } = await waits(folder, file, WATCHED_MS);
  console.log(
    `while it is made again in a server: ${worked.toFixed(1)} ms of work in one turn at most (goal 15), 99 of 100 pauses under ${often.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`,
  );
  const { out, review, in: taken, floor, size } = thereAndBack(folder, file);
  console.log(
    `${items} items out as XLIFF, ${Math.round(size / 1e6)} MB: ${out.seconds.toFixed(1)} s, ${out.cpu.toFixed(1)} of processor (goal 20 for 10,300); reviewed in ${review.seconds.toFixed(1)} s, in: ${taken.seconds.toFixed(1)} s, ${taken.cpu.toFixed(1)} of processor (goal 60), ${(taken.cpu / floor).toFixed(1)} times the rows alone`,
  );
  const save = await saves(file);
  console.log(
    `a save: ${save.with.toFixed(2)} ms of processor, ${save.without.toFixed(2)} without the memory: ${(save.with - save.without).toFixed(2)} ms dearer (goal 1)`,
  );
}

/** The least a program needs for so many texts: their rows, and the trigrams of concordance. In seconds of the processor. */
function rowsAlone(file: string, made: readonly Made[]): number {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.exec(
    "CREATE TABLE texts (id INTEGER PRIMARY KEY, language INTEGER, marked TEXT); CREATE VIRTUAL TABLE grams USING fts5 (text, tokenize = 'trigram', detail = none, content = '')",
  );
  const texts = db.prepare('INSERT INTO texts (language, marked) VALUES (?, ?)');
  const grams = db.prepare('INSERT INTO grams (rowid, text) VALUES (?, ?)');
  const { cpu } = timed(
    db.transaction(() => {
      for (const { language, texts: all } of made)
        for (const text of all) grams.run(texts.run(language, text).lastInsertRowid, text);
    }),
  );
  db.close();
  return cpu;
}

interface Made {
  script: Script;
  language: number;
  texts: string[];
  writer: ReturnType<typeof textsOf>['writer'];
}

/** One unit in two languages. */
function usesOf(one: Made, other: Made, at: number) {
  return [one, other].map(({ language, texts }) => {
    const marked = texts[at] ?? '';
    return { unit: 0, language, marked, hash: textHash(marked), item: 1, quality: 3 };
  });
}

function makeMemory(file: string, made: readonly Made[]): number {
  const db = openMemoryWriter(file);
  const started = process.cpuUsage();
  begin(db);
  emptyMemory(db);
  const index = indexAsWhole(db);
  let owner = 0;
  for (const one of made.slice(0, 2)) {
    const other = made[(PARTNER[one.language] ?? 1) - 1] ?? one;
    one.texts.forEach((_, at) => putUses(db, ++owner, usesOf(one, other, at), index));
  }
  index.rank();
  index.index(Infinity);
  writeFacts(db, { ranked: String(owner) });
  commit(db);
  const { user, system } = process.cpuUsage(started);
  db.close();
  return (user + system) / 1e6;
}

function line(db: ReadDb, one: Made): string {
  const random = randomOf(SEED * 2);
  const near = (): string => one.texts[Math.floor(random() * one.texts.length)] ?? '';
  const queries = Array.from({ length: QUERIES }, (_, n) =>
    n % 2 === 0 ? one.writer.sentence() : one.writer.edited(near()),
  );
  const asked = (text: string) => ({ from: one.language, to: PARTNER[one.language] ?? 1, text, limit: 5, min: 70 });
  const looked = timesOf(queries, (text) => lookUp(db, asked(text)));
  const words = queries.map((text) => text.slice(2, 8));
  const searched = timesOf(words, (q) =>
    searchMemory(db, { from: one.language, to: PARTNER[one.language] ?? 1, q, side: 'source', limit: 50 }),
  );
  const compared = recall(db, one, queries);
  const scan = timesOf(words.slice(0, COMPARED), (q) => one.texts.filter((text) => text.includes(q)));
  return [
    `${one.script}: look-up p50 ${looked.p50} p95 ${looked.p95} ms (goal 30), ${times(compared.ms, looked.p50)} as fast as comparing every text`,
    `recall ${compared.found} of ${compared.wanted}`,
    `concordance p50 ${searched.p50} p95 ${searched.p95} ms (goal 60), ${times(scan.p50, searched.p50)} as fast as reading every text`,
  ].join('; ');
}

function checks(from: Made, to: Made): string {
  const { short, long } = timeChecks({ from, to });
  return `checks of one text, ${from.script} to ${to.script}: p50 ${short.p50} p95 ${short.p95} ms a key (goal 4); of ten sentences p50 ${long.p50} p95 ${long.p95} ms`;
}

const times = (floor: string | number, own: string): string => `${(Number(floor) / Number(own)).toFixed(1)} times`;

/** How many of the five best of comparing every text are found. */
function recall(
  db: ReadDb,
  { language, texts }: Made,
  queries: readonly string[],
): { found: number; wanted: number; ms: number } {
  const all: Analysed[] = texts.map((text) => analyse(text));
  let [found, wanted, cpu] = [0, 0, 0];
  for (const text of queries.filter((_, n) => n % 2 === 1).slice(0, COMPARED)) {
    const query = queryOf(analyse(text));
    const brute = timed(() => all.map((other) => scoreOf(query, other, 70)).filter((score) => score >= 70));
    const scores = brute.value;
    cpu += brute.cpu;
    const best = scores.sort((a, b) => b - a).slice(0, 5);
    const matches = lookUp(db, { from: language, to: PARTNER[language] ?? 1, text, limit: 5, min: 70 }).map(
      ({ score }) => score,
    );
    wanted += best.length;
    found += best.filter((score, at) => matches[at] === score).length;
  }
  return { found, wanted, ms: (cpu * 1000) / COMPARED };
}

/** One group with one text that is new, as after a save: in the thread that learns. */
function relearn(file: string, made: readonly Made[]): number {
  const db = openMemoryWriter(file);
  const index = indexAsItComes(db);
  const one = made[0];
  if (!one) return 0;
  const started = process.cpuUsage();
  for (let n = 1; n <= 50; n++) {
    const marked = one.writer.sentence();
    begin(db);
    putUses(db, n, [{ unit: 0, language: 1, marked, hash: textHash(marked), item: 1, quality: 3 }], index);
    commit(db);
  }
  const { user, system } = process.cpuUsage(started);
  db.close();
  return (user + system) / 1000 / 50;
}
