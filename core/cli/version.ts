import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The product's own version, from its package.json: two folders up from the source as from the built file. */
export function productVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
