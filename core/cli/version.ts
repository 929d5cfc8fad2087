import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The product version from its package.json: two folders up from both the source and the built file. */
export function productVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
