// Writes core/data/languages.json and core/data/flags.json from CLDR (Intl of Node 24) and flag-icons. The output is
// deterministic; a file that would not change is not touched.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateFlags } from './generate-flags.mjs';
import { generateLanguages } from './generate-languages.mjs';

const folder = path.resolve(import.meta.dirname, '../core/data');
mkdirSync(folder, { recursive: true });
write('languages.json', generateLanguages());
write('flags.json', generateFlags());

/** One value per line, for readable diffs. */
function write(name, value) {
  const file = path.join(folder, name);
  const text = `${lines(value)}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

function lines(value) {
  if (Array.isArray(value)) return `[\n${value.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
  const parts = Object.entries(value).map(
    ([key, part]) => `${JSON.stringify(key)}: ${JSON.stringify(part).replaceAll('},{', '},\n{')}`,
  );
  return `{\n${parts.join(',\n')}\n}`;
}
