// What the checks found is stored next to the memory: only what a change can have changed is checked again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkedItems, findingCounts, siteFindings } from '../../../../core/domain/findings/findings.ts';
import { countFoundItems, foundItems } from '../../../../core/domain/findings/items.ts';
import { createLearner, keepStep } from '../../../../core/domain/memory/learn.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import type { Site } from '../../../../core/site.ts';
import { forgetStamp } from '../../../../core/store/memory/books.ts';
import { pluck, run, sql } from '../../../../core/store/sql.ts';
import { inSnapshot } from '../../../../core/store/transaction.ts';
import type { Dict } from '../../../../core/types.ts';
import { randomOf } from '../../../bench/desk-texts.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';
import { FIXTURE, importInto } from '../../../transfer/support.ts';

interface Learning {
  /** Learns everything that is queued. */
  learn(): void;
  /** Learns a step that the site does not note, as if it was busy. */
  learnUnnoted(): void;
}

/** A site that is learned when the test says so: reading within a snapshot learns nothing. */
function siteOf(...locales: string[]): ContentBench & Learning {
  const bench = openContentBench(['en_US', ...locales]);
  onTestFinished(() => bench.engine.close());
  const { site } = bench.engine;
  const learner = createLearner(site);
  const learn = (): void => {
    for (let step = learner.step(Infinity); ; step = learner.step(Infinity)) {
      keepStep(site, step);
      if (step.stamp !== undefined && !step.isMade && step.learned.length === 0) return;
    }
  };
  return { ...bench, learn, learnUnnoted: () => void learner.step(Infinity) };
}

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** All that is told of findings, in all languages. */
function told(site: Site): unknown {
  return inSnapshot(site.db, () => {
    const codes = pluck<string>(site.db, sql`SELECT json_group_array(slug) FROM languages JOIN terms ON id = term_id`);
    const languages = (JSON.parse(codes ?? '[]') as string[]).map((lang) => [
      lang,
      siteFindings(site, { lang }),
      siteFindings(site, { lang, ignored: true }),
      siteFindings(site, { lang, check: 'same' }),
      checkedItems(site, lang),
      foundItems(site, { lang }),
    ]);
    return {
      languages,
      counts: findingCounts(site),
      items: countFoundItems(site, {}),
      all: foundItems(site, {}).length,
    };
  });
}

/** The same, with nothing of what is stored. */
function toldAnew(site: Site): unknown {
  site.memory.isLearnedHere = false;
  site.memo.written();
  const anew = told(site);
  site.memory.isLearnedHere = true;
  site.memo.written();
  return anew;
}

const stored = ({ memory }: Site): number => pluck<number>(memory.writer(), sql`SELECT count(*) FROM findings`) ?? 0;
const tell = (site: Site): string => {
  site.memo.written();
  return JSON.stringify(told(site));
};

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Random writes of every kind that findings depend on. */
function actsOf(bench: ContentBench, random: () => number) {
  const { site } = bench.engine;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-stored-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const items: { posts: number[]; categories: number[]; media: number[] } = { posts: [], categories: [], media: [] };
  const { posts, categories, media } = items;
  const codes = ['en', 'fr', 'de'];
  const lang = (): string => pick(codes) ?? 'en';
  const words = [
    'light',
    'brake',
    'wheel  ',
    'road',
    '12',
    'Lamp',
    'winter',
    '%s',
    'helmet.',
    '(',
    'https://a.example/',
  ];
  const sentence = (): string => Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(words)).join(' ');
  const link = (): string =>
    `<a href="/${pick(['post', 'other', 'gone'])}-${Math.floor(random() * 6)}/">${sentence()}</a>`;
  const image = (): string =>
    `<!-- wp:image -->\n<figure class="wp-block-image"><img src="/a.png" alt="${pick(['', sentence()])}"/></figure>\n<!-- /wp:image -->`;
  const content = (): string =>
    [paragraph(`${sentence()} ${random() < 0.5 ? link() : ''}`), paragraph(sentence()), random() < 0.3 ? image() : '']
      .filter((one) => one !== '')
      .join('\n\n');
  const texts = (): Dict => ({ title: sentence(), content: content(), excerpt: pick(['', sentence()]) });
  const slug = (): string => `${pick(['post', 'other'])}-${Math.floor(random() * 6)}`;
  const id = (body: unknown): number[] =>
    typeof (body as Dict)['id'] === 'number' ? [(body as { id: number }).id] : [];
  const upload = (): void => {
    const [name, path] = ['a.png', join(folder, 'a.png')];
    writeFileSync(path, PIXEL);
    const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` };
    const file = { path, name, type: 'image/png', size: PIXEL.length };
    const query = { lang: lang(), alt_text: sentence() };
    media.push(
      ...id(bench.engine.dispatch({ method: 'POST', path: '/wp/v2/media', query, headers, file }, bench.admin).body),
    );
  };
  const word = (of: string, status = 'preferred') => ({
    lang: of,
    text: pick(words),
    status,
    case_sensitive: random() < 0.3,
  });
  const terms = (): number[] =>
    (bench.ask('GET', '/polydesk/v1/glossary').body as { id: number }[]).map((one) => one.id);
  const concept = (): Dict => ({
    keep: random() < 0.3,
    words: [word('en'), word(lang(), pick(['preferred', 'forbidden']))],
  });
  const translate = (kind: 'post' | 'term', list: number[]): void => {
    const body = { kind, id: pick(list), lang: lang(), texts: pick(['source', 'none']) };
    list.push(...id(bench.ask('POST', '/polydesk/v1/translations', body).body));
  };
  /** The number of German, while the site has it. */
  const german = (): number => Number((bench.ask('GET', '/pll/v1/languages/de').body as Dict)['term_id'] ?? 0);
  const ignoreOne = (): void => {
    const wanted = { lang: german() > 0 && random() < 0.5 ? 'de' : 'fr', ignored: random() < 0.2 };
    const one = pick(inSnapshot(site.db, () => siteFindings(site, wanted)));
    if (!one) return;
    const { kind, id: item, check, source_hash, target_hash } = one;
    bench.ask('POST', '/polydesk/v1/findings/ignore', {
      kind,
      id: item,
      check,
      source_hash,
      target_hash,
      ignore: random() < 0.8,
    });
  };
  const undo = (): void => {
    const entries = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
    bench.ask('POST', `/polydesk/v1/history/${pick(entries.slice(0, 3))?.id}/${pick(['undo', 'redo'])}`);
  };
  const write = (path: string, list: number[], body: Dict): void =>
    void bench.ask('POST', `${path}/${pick(list)}`, body);
  const post = (body: Dict): void => write('/wp/v2/posts', posts, body);
  const category = (body: Dict): void => write('/wp/v2/categories', categories, body);
  const seldom = (part: number, act: () => unknown) => (): void => void (random() < part && act());
  const add = (body: Dict): number[] => {
    const made = id(bench.ask('POST', '/wp/v2/posts', { ...texts(), slug: slug(), status: 'publish', ...body }).body);
    posts.push(...made);
    return made;
  };
  const addGroup = (): void => {
    const [en] = add({ lang: 'en' });
    for (const other of ['fr', 'de']) if (random() < 0.8) add({ lang: other, translations: { en } });
  };
  const often: (() => unknown)[] = [
    addGroup,
    () => translate('post', posts),
    () => post(texts()),
    () => post(texts()),
    () => post({ title: sentence() }),
    () => post({ excerpt: sentence() }),
    () => post({ content: content() }),
    () => post({ status: pick(['draft', 'publish', 'private']) }),
    () => post({ slug: slug() }),
    seldom(0.5, () => post({ lang: lang() })),
    () => post({ translations: { [lang()]: pick(posts) } }),
    () => bench.ask('POST', `/polydesk/v1/staleness/post/${pick(posts)}/confirm`),
    seldom(0.4, () =>
      bench.engine.dispatch(
        { method: 'DELETE', path: `/wp/v2/posts/${pick(posts)}`, query: { force: random() < 0.5 } },
        bench.admin,
      ),
    ),
    () => categories.push(...id(bench.ask('POST', '/wp/v2/categories', { name: sentence(), lang: lang() }).body)),
    () => translate('term', categories),
    () => category({ name: sentence(), description: sentence() }),
    upload,
    () => translate('post', media),
    () => write('/wp/v2/media', media, { alt_text: sentence() }),
    () => bench.ask('POST', '/polydesk/v1/glossary', concept()),
    () => bench.ask('PATCH', `/polydesk/v1/glossary/${pick(terms())}`, concept()),
    () => bench.ask('DELETE', `/polydesk/v1/glossary/${pick(terms())}`),
    () =>
      bench.ask('POST', '/wp/v2/settings', {
        checks: { [pick(['double_space', 'link_dead', 'reused', 'end_stop', 'alt_missing']) ?? '']: random() < 0.5 },
      }),
    () => bench.ask('POST', '/wp/v2/settings', { checks: { 'max-length': pick([0, 10, 30]) } }),
    ignoreOne,
    undo,
  ];
  const rare: (() => unknown)[] = [
    seldom(0.3, () => bench.ask('POST', '/pll/v1/settings', { default_lang: lang() })),
    () => bench.ask('PATCH', `/pll/v1/languages/${german()}`, { locale: pick(['de_DE', 'de_AT', 'ja']) }),
    seldom(0.5, () => bench.ask('DELETE', `/pll/v1/languages/${german()}`)),
    () => bench.ask('POST', '/pll/v1/languages', { locale: 'de_DE', no_default_cat: true }),
    seldom(0.1, () => importInto(site, { path: FIXTURE })),
    seldom(0.3, () => transact(site, bench.admin, () => ({ value: forgetStamp(site.db), keep: true }))),
  ];
  return { often, rare, pick, addGroup };
}

const seeds = process.env['SEED'] ? [Number(process.env['SEED'])] : [1, 2].map(() => Math.floor(Math.random() * 1e6));

test.each(seeds)(
  'after random writes, what is stored tells what is found anew, seed %i',
  { timeout: 60_000 },
  (seed) => {
    const bench = siteOf('fr_FR', 'de_DE');
    const { site } = bench.engine;
    bench.must('POST', '/pll/v1/settings', { media_support: true });
    const { often, rare, pick, addGroup } = actsOf(bench, randomOf(seed));
    const random = randomOf(seed + 1);
    for (let n = 0; n < 10; n++) addGroup();
    const seen = { most: 0, different: new Set<string>() };
    for (let round = 0; round < 40; round++) {
      const writes = 1 + Math.floor(random() * 5);
      for (let n = 0; n < writes; n++) pick(often)?.();
      if (random() < 0.1) pick(rare)?.();
      if (random() < 0.2) bench.learnUnnoted();
      if (random() < 0.6) bench.learn();
      site.memo.written();
      const found = told(site);
      expect(found, `seed ${seed}, round ${round}`).toEqual(toldAnew(site));
      seen.most = Math.max(seen.most, stored(site));
      seen.different.add(JSON.stringify(found));
    }
    // Not a proof about nothing: much was stored, and many rounds found something else.
    expect(seen.most).toBeGreaterThan(10);
    expect(seen.different.size).toBeGreaterThan(8);
  },
);

function pairOf(bench: ContentBench, n = 1): number {
  const en = Number(bench.must('POST', '/wp/v2/posts', { title: `Text ${n}.`, lang: 'en', status: 'publish' })['id']);
  const body = { title: `Texte  ${n}`, lang: 'fr', status: 'publish', translations: { en } };
  return Number(bench.must('POST', '/wp/v2/posts', body)['id']);
}

test('after an edit only the item that was edited is checked again', () => {
  const bench = siteOf('fr_FR');
  const { site } = bench.engine;
  const ids = [1, 2, 3].map((n) => pairOf(bench, n));
  bench.learn();
  const before = tell(site);
  // What is stored is taken as it is.
  run(site.memory.writer(), sql`UPDATE findings SET item = replace(item, 'double_space', 'end_space')`);
  expect(tell(site)).toBe(before.replaceAll('double_space', 'end_space'));
  bench.must('POST', `/wp/v2/posts/${ids[1]}`, { title: 'Texte  22' });
  for (const when of ['queued', 'learned', 'stored']) {
    const found = inSnapshot(site.db, () => siteFindings(site, { lang: 'fr' }));
    const spaces = found.filter(({ check }) => check.endsWith('_space')).map(({ id, check }) => [id, check]);
    expect(spaces, when).toEqual([
      [ids[0], 'end_space'],
      [ids[1], 'double_space'],
      [ids[2], 'end_space'],
    ]);
    bench.learn();
    site.memo.written();
  }
});

test.each([
  ['no JSON', sql`UPDATE findings SET item = '{', keys = ']'`],
  ['texts that cannot be read', sql`UPDATE findings SET texts = x'00'`],
  ['a table that is gone', sql`DROP TABLE findings`],
])('damaged: %s is done without', (_name, damage) => {
  const bench = siteOf('fr_FR');
  const { site } = bench.engine;
  for (const n of [1, 2, 3]) pairOf(bench, n);
  for (const title of ['Ein Licht am Rad', 'Eine Lampe am Rad']) {
    const en = Number(bench.must('POST', '/wp/v2/posts', { title: 'A light on the wheel', lang: 'en' })['id']);
    bench.must('POST', '/wp/v2/posts', { title, lang: 'fr', translations: { en } });
  }
  bench.learn();
  const before = tell(site);
  expect(before).toContain('"inconsistent"');
  run(site.memory.writer(), damage);
  expect(tell(site)).toBe(before);
  expect(tell(site)).toBe(before);
});
