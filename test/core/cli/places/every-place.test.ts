// Every command with a path that is not a site, or not accessible: a message, an exit code, a code in --json, and nothing lost.
import { constants, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from '../../../../core/site.ts';
import { OPERANDS, THINGS } from './files.ts';
import { openTable, runOf, TIME, type Table } from './table.ts';
import { COMMANDS, PLACES } from './sites.ts';

let table: Table;
const at = (name: string): string => join(table.folder, name);
beforeAll(async () => {
  table = await openTable('every-place');
});
afterAll(() => table.close());

/** Files of a folder with their contents, but for what SQLite and its lock keep beside a site. */
function picture(folder: string): Map<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (one) => one.isFile() && !/(?:\.lock|-wal|-shm)$/.test(one.name),
  );
  return new Map(files.map(({ name }) => [name, readFileSync(join(folder, name), 'latin1')]));
}

test(
  'what is not a sound site is refused by every command, and nothing of it is lost',
  async () => {
    const runs = PLACES.flatMap(({ name, make, wanted, but = {} }) => {
      const dir = join(at('places'), name.replaceAll(/\W/g, '-'));
      mkdirSync(dir, { recursive: true });
      const path = join(dir, 'site.polydesk');
      const site = make(path, at('good.polydesk')) ?? path;
      return COMMANDS.flatMap((command) => {
        const own = command[0] in but ? but[command[0]] : wanted;
        return own ? [runOf(table, name, command, { site, dir, wanted: own })] : [];
      });
    });
    const folders = new Map(PLACES.map(({ name }) => [name, join(at('places'), name.replaceAll(/\W/g, '-'))]));
    const before = new Map([...folders].map(([name, folder]) => [name, picture(folder)]));
    expect(await table.wrongs(runs)).toEqual([]);
    for (const [name, folder] of folders) {
      const now = picture(folder);
      for (const [file, bytes] of before.get(name) ?? [])
        expect(now.get(file) === bytes, `${name}: ${file}`).toBe(true);
    }
    openSite(at('good.polydesk'), { version: '1.0.0', create: false }).close();
  },
  TIME,
);

test(
  'so is what is given besides the site, and an export takes the place of nothing else',
  async () => {
    const runs = OPERANDS.flatMap(([name, line, answers]) =>
      Object.entries(THINGS).map(([place, make]) => {
        const dir = join(at('things'), `${name} ${place}`.replaceAll(/\W/g, '-'));
        mkdirSync(dir, { recursive: true });
        const thing = make(join(dir, 'thing')) ?? join(dir, 'thing');
        const wanted = answers[place as keyof typeof answers];
        return {
          thing,
          kind: kindAt(thing),
          run: runOf(table, place, [name, line], { site: at('good.polydesk'), dir, thing, wanted }),
        };
      }),
    );
    expect(await table.wrongs(runs.map(({ run }) => run))).toEqual([]);
    for (const { thing, kind, run } of runs)
      if (kind !== undefined) expect(kindAt(thing), run.words.join(' ')).toBe(kind);
  },
  TIME,
);

/** What lies at a path; a link is not followed. */
function kindAt(path: string): number | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found && found.mode & constants.S_IFMT;
}
