import { describe, expect, test } from 'vitest';
import { indexAsItComes, indexAsWhole } from '../../../../core/domain/memory/index-texts.ts';
import { lookUp } from '../../../../core/domain/memory/look-up.ts';
import { openMemoryWriter } from '../../../../core/store/memory/file.ts';
import { putUses } from '../../../../core/store/memory/texts.ts';
import type { WriteDb } from '../../../../core/store/sql.ts';
import { analyse } from '../../../../core/units/memory/analyse.ts';
import { queryOf, scoreOf } from '../../../../core/units/memory/score.ts';
import { textHash } from '../../../../core/units/states/hash.ts';
import { randomOf, textsOf, type Script } from '../../../bench/desk-texts.ts';

const FROM = 1;
const TO = 2;
const SCRIPTS: Script[] = ['en', 'ja', 'th', 'ar'];

function usesOf(source: string, target: string) {
  const use = (language: number, marked: string) => ({
    ...{ unit: 0, language, marked, hash: textHash(marked), item: 1, quality: 3 },
  });
  return [use(FROM, source), use(TO, target)];
}

/** Most texts are loaded in bulk, the rest one by one as on a changing site; every tenth is removed again. */
function memoryWith(texts: readonly string[]): { db: WriteDb; left: string[] } {
  const db = openMemoryWriter(':memory:');
  const whole = indexAsWhole(db);
  const many = Math.floor(texts.length * 0.8);
  texts.slice(0, many).forEach((text, at) => putUses(db, at + 1, usesOf(text, `${at}`), whole));
  whole.rank();
  expect(whole.index(Infinity)).toBe(true);
  const own = indexAsItComes(db);
  texts.slice(many).forEach((text, at) => putUses(db, many + at + 1, usesOf(text, `${many + at}`), own));
  const gone = (at: number) => at % 10 === 3;
  texts.forEach((_, at) => gone(at) && putUses(db, at + 1, [], own));
  return { db, left: texts.filter((_, at) => !gone(at)) };
}

/** Questions of each script to so many texts; `npm run test:long` asks 400. */
const QUESTIONS = Number(process.env['RECALL_QUESTIONS'] ?? 32);
const TEXTS = 1000;

describe.each(SCRIPTS)('%s', (script) => {
  test('the five best from 70 are those of comparing every text', () => {
    const seed = Number(process.env['SEED'] ?? 7);
    const { texts, writer } = textsOf(script, TEXTS, seed);
    const { db, left } = memoryWith(texts);
    const random = randomOf(seed + 1);
    const all = left.map((text) => analyse(text));
    let found = 0;
    for (let n = 0; n < QUESTIONS; n++) {
      const near = left[Math.floor(random() * left.length)] ?? '';
      const text = n % 4 === 0 ? writer.sentence() : n % 4 === 1 ? near : writer.edited(near);
      const query = queryOf(analyse(text));
      const expected = all
        .map((source) => scoreOf(query, source))
        .filter((score) => score >= 70)
        .sort((a, b) => b - a)
        .slice(0, 5);
      const matches = lookUp(db, { from: FROM, to: TO, text, limit: 5, min: 70 });
      expect(
        matches.map(({ score }) => score),
        `seed ${seed}, ${text}`,
      ).toEqual(expected);
      found += matches.length;
    }
    // Control: there is something to miss.
    expect(found).toBeGreaterThan(QUESTIONS / 2);
    db.close();
  });
});

test('control: with some of its postings gone the index misses matches', () => {
  const { texts, writer } = textsOf('en', 800, 3);
  const { db, left } = memoryWith(texts);
  const queries = left.map((text) => writer.edited(text));
  const found = (): number =>
    queries.filter((text) => lookUp(db, { from: FROM, to: TO, text, limit: 5, min: 70 }).length > 0).length;
  const before = found();
  db.exec('DELETE FROM postings WHERE rowid % 3 = 0');
  expect(before).toBeGreaterThan(100);
  expect(found()).toBeLessThan(before);
  db.close();
});
