import { escapeAmpersands } from '../content/entities.ts';

/**
 * Normalises a name for storage: trimmed, tags stripped, backslashes removed, `&` written as `&amp;`, quotes kept (`interface.md`
 * 4.3).
 */
export function languageName(name: string): string {
  return escapeAmpersands(name.replace(/<[^<>]*>/g, '').replaceAll('\\', ''))
    .replaceAll('<', '&lt;')
    .trim();
}
