// A bundle as a working tree: edits are planned, applied and undone. Each failure prints its seed.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { transact } from '../../core/domain/history/history.ts';
import type { Site } from '../../core/site.ts';
import { checkInvariants } from '../../core/store/file/invariants.ts';
import { ImportRefused, UNWATCHED } from '../../core/transfer/refusal.ts';
import { applyTreeFile, planTreeFile, type AppliedTree } from '../../core/transfer/tree/run.ts';
import type { TreeLine } from '../../core/transfer/tree/lines.ts';
import { state } from '../fuzz/dump.ts';
import type { Bench } from '../support/engine.ts';
import { bench } from './benches.ts';
import { writeBundle } from './bundles.ts';
import { createDice } from './invented/invented.ts';
import { FIXTURE, importer, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const ROUNDS = Number(process.env['POLYDESK_LONG'] ?? 0) > 0 ? 2000 : 60;

function filled(): Bench {
  const made = bench();
  importInto(made.engine.site, { path: FIXTURE });
  return made;
}

function tree(from: Bench, name: string, scope: Parameters<typeof writeBundle>[2] = {}): string {
  const path = join(folder.path, name);
  writeBundle(from.engine.site, path, scope);
  return path;
}

const plan = (site: Site, path: string, prune = false): TreeLine[] =>
  planTreeFile(site, { path, prune }, { control: UNWATCHED }).lines;

function apply(site: Site, path: string, { prune = false, meanwhile = (): unknown => undefined } = {}): AppliedTree {
  return applyTreeFile(
    site,
    { path, prune },
    {
      control: UNWATCHED,
      merge(work) {
        meanwhile();
        return transact(site, importer, () => ({ ...work(), keep: true })).value;
      },
    },
  );
}

const filesOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|html)$/.test(name) && name !== 'polydesk.schema.json' && !name.startsWith('.git/'))
    .sort();

test('an untouched tree changes nothing: its plan is empty, and applying it writes no entry', () => {
  const { engine } = filled();
  const path = tree({ engine } as Bench, 'same');
  const before = state(engine.site.db);
  expect(plan(engine.site, path, true)).toEqual([]);
  expect(apply(engine.site, path, { prune: true }).counts).toEqual({ new: 0, changed: 0, deleted: 0, left: 0 });
  expect(state(engine.site.db)).toBe(before);
});

test('a bundle made before an option or a setting existed is read, with the default of both', () => {
  const { engine, admin } = filled();
  const path = tree({ engine } as Bench, 'older');
  const name = join(path, 'site.json');
  const { options, settings, ...rest } = JSON.parse(readFileSync(name, 'utf8')) as Record<
    string,
    Record<string, unknown>
  >;
  const { checks, ...older } = options ?? {};
  const { sync: _sync, ...fewer } = settings ?? {};
  expect(checks).toEqual({});
  writeFileSync(name, JSON.stringify({ options: older, settings: fewer, ...rest }));
  importInto(bench().engine.site, { path });
  expect(plan(engine.site, path).map(({ key, fields }) => [key, fields])).toEqual([]);
  engine.dispatch({ method: 'POST', path: '/wp/v2/settings', body: { checks: { same: true } } }, admin);
  expect(plan(engine.site, path)).toMatchObject([{ fields: ['options.checks'] }]);
});

/** One damage of a text: a letter gone, doubled or another. */
function damaged(text: string, dice: (n: number) => number): string {
  const at = dice(text.length);
  const signs = 'a0"{}[],:-\n zé';
  const sign = signs[dice(signs.length)] ?? 'x';
  return [
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + sign + text.slice(at),
    text.slice(0, at) + sign + text.slice(at + 1),
  ][dice(3)] as string;
}

const withoutTimes = (text: string): string => text.replace(/"modified(?:_gmt)?": "[^"]*",?/g, '');
const compact = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
};

test('any damage of one character or one file is refused with its place, or is an edit that the plan names and apply does', () => {
  const seed = Number(process.env['POLYDESK_SEED'] ?? Date.now() % 1_000_000);
  const dice = createDice(seed);
  const { engine } = filled();
  const path = tree({ engine } as Bench, 'damage');
  const names = filesOf(path);
  const outcomes = { refused: 0, edit: 0, none: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = names[dice(names.length)] ?? '';
    const target = join(path, name);
    const text = readFileSync(target, 'utf8');
    const isGone = dice(8) === 0;
    const now = isGone ? undefined : damaged(text, dice);
    if (now === text) continue;
    if (now === undefined) rmSync(target);
    else writeFileSync(target, now);
    const about = `seed ${seed}, round ${round}, ${name}: ${isGone ? 'gone' : JSON.stringify(now?.slice(0, 2000))}`;
    const before = state(engine.site.db);
    try {
      const lines = plan(engine.site, path);
      const isNothing = now !== undefined && compact(withoutTimes(now)) === compact(withoutTimes(text));
      if (lines.length === 0) {
        expect(isNothing || (name.endsWith('.json') && compact(now ?? '') !== now), about).toBe(true);
        outcomes.none += 1;
      } else {
        outcomes.edit += 1;
        const entries = engine.site.db.prepare('SELECT count(*) AS n FROM journal').get() as { n: number };
        apply(engine.site, path);
        expect(
          plan(engine.site, path).filter(({ outcome }) => outcome !== 'left'),
          about,
        ).toEqual([]);
        expect(checkInvariants(engine.site.db), about).toEqual([]);
        const after = engine.site.db.prepare('SELECT count(*) AS n FROM journal').get() as { n: number };
        writeFileSync(target, text);
        expect(after.n, about).toBeGreaterThanOrEqual(entries.n);
        // A damaged key is that of a new item, which the tree does not hold any more.
        apply(engine.site, path, { prune: true });
      }
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw new Error(about, { cause: error });
      expect(error.message, about).toMatch(/^[^ ].*?(?::\d+:\d+)?: /);
      expect(state(engine.site.db) === before, about).toBe(true);
      outcomes.refused += 1;
    }
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    const lines = plan(engine.site, path);
    expect(lines, about).toEqual([]);
  }
  expect(outcomes.refused, `seed ${seed}`).toBeGreaterThan(0);
  expect(outcomes.edit).toBeGreaterThan(0);
}, 600_000);

test('changes made by others between plan and apply are left alone and reported', () => {
  const one = filled();
  const { site } = one.engine;
  const path = tree(one, 'meanwhile');
  const edit = (start: string, from: string, to: string): void => {
    const name = filesOf(path).find((file) => file.includes(start) && file.endsWith('.json')) ?? '';
    writeFileSync(join(path, name), readFileSync(join(path, name), 'utf8').replace(from, to));
  };
  edit('hello-world.en', '"title": "Hello world"', '"title": "From the tree"');
  edit('contact.en', '"title": "Contact"', '"title": "Contact us"');
  const { meanwhile, counts } = apply(site, path, {
    meanwhile: () => one.ask('POST', '/wp/v2/posts/4', { title: 'From the window' }),
  });
  expect(counts).toMatchObject({ changed: 1 });
  expect(meanwhile).toMatchObject([{ key: expect.any(String), title: 'From the window', fields: ['title'] }]);
  expect(one.ask('GET', '/wp/v2/posts/4').body).toMatchObject({ title: { rendered: 'From the window' } });
});

test('an item and a term with a new key are new: plan lists them, apply creates them in full, undo removes them', () => {
  const one = filled();
  const { site } = one.engine;
  const path = tree(one, 'new');
  const [item = '', text = '', term = ''] = ['hello-world.en', 'hello-world.en', 'news.en'].map(
    (start, n) =>
      filesOf(path).find((name) => name.includes(start) && name.endsWith(n === 1 ? '.html' : '.json')) ?? '',
  );
  const [post, category] = [randomUUID(), randomUUID()];
  const made = (file: string, uuid: string, change: (fields: Record<string, unknown>) => object): string => {
    const fields = JSON.parse(readFileSync(join(path, file), 'utf8')) as Record<string, unknown>;
    const name = join(dirname(file), `made.en.${uuid.slice(0, 8)}.json`);
    writeFileSync(join(path, name), JSON.stringify({ ...fields, uuid, ...change(fields) }));
    return name;
  };
  made(term, category, () => ({ name: 'Made', slug: 'made' }));
  const name = made(item, post, () => ({ title: 'Made', slug: 'made', terms: [category], status: 'draft' }));
  writeFileSync(join(path, name.replace('.json', '.html')), readFileSync(join(path, text)));
  const before = state(site.db);
  expect(plan(site, path).map(({ kind, outcome, title }) => [kind, outcome, title])).toEqual([
    ['term', 'new', 'Made'],
    ['post', 'new', 'Made'],
  ]);
  expect(apply(site, path).counts).toMatchObject({ new: 2, changed: 0, deleted: 0 });
  expect(plan(site, path)).toEqual([]);
  expect(checkInvariants(site.db)).toEqual([]);
  const { id } = site.db.prepare('SELECT id FROM posts WHERE uuid = ?').get(post) as { id: number };
  expect(one.ask('GET', `/wp/v2/posts/${id}`).body).toMatchObject({
    ...{ title: { rendered: 'Made' }, slug: 'made', status: 'draft', lang: 'en' },
    categories: [(site.db.prepare('SELECT id FROM terms WHERE uuid = ?').get(category) as { id: number }).id],
  });
  const [entry] = one.ask('GET', '/polydesk/v1/history').body as { id: number }[];
  one.ask('POST', `/polydesk/v1/history/${entry?.id}/undo`, {});
  const shown = (stored: unknown): string => String(stored).replace(/"entry":\d+/, '');
  expect(shown(state(site.db)).length).toBe(shown(before).length);
  expect(plan(site, path)).toHaveLength(2);
});

test('pruning deletes what is gone from the tree, within its scope', () => {
  const one = filled();
  const { site } = one.engine;
  const path = tree(one, 'pages', { types: ['book'] });
  const gone = filesOf(path).filter((name) => name.startsWith('posts/book/'));
  for (const name of gone) rmSync(join(path, name));
  const groups = JSON.parse(readFileSync(join(path, 'translations.json'), 'utf8')) as { terms: unknown[] };
  writeFileSync(join(path, 'translations.json'), JSON.stringify({ ...groups, posts: [] }));
  const left = plan(site, path)
    .filter(({ type }) => type === 'book')
    .map(({ outcome }) => outcome);
  expect(new Set(left)).toEqual(new Set(['left']));
  const lines = plan(site, path, true).filter(({ outcome }) => outcome === 'deleted');
  expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['book']));
  apply(site, path, { prune: true });
  expect(checkInvariants(site.db)).toEqual([]);
  expect(one.ask('GET', '/wp/v2/book').body).toEqual([]);
  expect((one.ask('GET', '/wp/v2/posts').body as unknown[]).length).toBeGreaterThan(5);
});

test('two people edit branches, merge, plan, apply and undo', () => {
  const one = filled();
  const { site } = one.engine;
  const path = tree(one, 'git');
  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=A', '-c', 'user.email=a@example.test', '-c', 'init.defaultBranch=main', ...args],
      {
        cwd: path,
        encoding: 'utf8',
      },
    );
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'site');
  const edit = (start: string, ending: string, change: (text: string) => string): void => {
    const name = filesOf(path).find((file) => file.includes(start) && file.endsWith(ending)) ?? '';
    writeFileSync(join(path, name), change(readFileSync(join(path, name), 'utf8')));
  };
  git('checkout', '-qb', 'anna');
  edit('hello-world.en', '.json', (text) => text.replace('"title": "Hello world"', '"title": "Hello, Anna"'));
  git('commit', '-qam', 'title');
  git('checkout', '-q', 'main');
  git('checkout', '-qb', 'ben');
  edit('hello-world.en', '.html', (text) => `${text}\n<p>Ben</p>`);
  edit('bonjour-le-monde.fr', '.json', (text) => text.replace('"slug": "bonjour-le-monde"', '"slug": "salut"'));
  git('commit', '-qam', 'text');
  git('merge', '-q', '-m', 'both', 'anna');
  const before = state(site.db);
  const lines = plan(site, path);
  expect(lines.map(({ fields }) => fields.sort())).toEqual(expect.arrayContaining([['content', 'title'], ['slug']]));
  expect(lines).toHaveLength(2);
  apply(site, path);
  expect(plan(site, path)).toEqual([]);
  writeBundle(site, path, {});
  expect(git('status', '--short')).toBe('');
  const [entry] = one.ask('GET', '/polydesk/v1/history').body as { id: number; code: string }[];
  expect(entry?.code).toBe('applied');
  one.ask('POST', `/polydesk/v1/history/${entry?.id}/undo`, {});
  const shown = (text: unknown): string => String(text).replace(/"entry":\d+/, '');
  expect(shown(state(site.db))).toBe(shown(before));
  expect(plan(site, path)).toHaveLength(2);
});
