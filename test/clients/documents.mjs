// The files that a document shows: a name in bold code, then its block.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FILE = /^\*\*`([^`]+)`\*\*\n\n```\w+\n([\s\S]*?)^```$/gm;

/** Writes them into a folder, which finds the packages of this one. Answers their texts by name. */
export function writeExamples(document, folder) {
  const text = readFileSync(join(import.meta.dirname, '../../docs', document), 'utf8');
  const files = Object.fromEntries([...text.matchAll(FILE)].map(([, name, content]) => [name, content]));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'));
  return files;
}
