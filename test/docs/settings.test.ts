// What a new setting needs besides its entry, and no other test would miss: its documentation and its name in the history.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Settings } from '../../core/schema/settings/settings.ts';
import { SiteSettings } from '../../core/schema/settings/site-settings.ts';
import { SUMMARY_TEXTS } from '../../core/schema/site/summaries.ts';
import { partsOf } from '../../core/schema/wire/walk.ts';
import { root } from './files.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** The names in the first column of the table of `interface.md` 2.2. */
const rows = [...read('docs/contract/interface.md').matchAll(/^\| (\w+)(?: \([a-z]+\))?(?: \*)? \|/gm)].map(
  ([, name]) => name,
);
/** The names in the sentence of `content.md` 4 about the settings of `wp/v2`. */
const words = /^- \*\*settings\*\* \(wp\/v2.*$/m.exec(read('docs/contract/content.md'))?.[0].split(/\W+/) ?? [];

test.each([
  ['interface.md 2.2', rows, Object.keys(Settings.entries)],
  ['content.md 4', words, Object.keys(SiteSettings.entries)],
])('%s names every setting', (place, documented, names) => {
  expect(
    names.filter((name) => !documented.includes(name)),
    `settings that docs/contract/${place} does not name`,
  ).toEqual([]);
});

test('every setting that can be changed has a name for the history', () => {
  const written = Object.entries({ ...Settings.entries, ...SiteSettings.entries }).filter(
    ([, schema]) => !partsOf(schema).facts.readonly,
  );
  expect(
    written.map(([name]) => `setting.${name}`).filter((key) => !Object.hasOwn(SUMMARY_TEXTS, key)),
    'keys that core/schema/site/summaries.ts lacks',
  ).toEqual([]);
});
