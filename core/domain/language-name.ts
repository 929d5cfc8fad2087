/** A name as it is stored: trimmed, tags stripped, backslashes removed, `&` written as `&amp;`, quotes kept (`interface.md` 4.3). */
export function languageName(name: string): string {
  return name
    .replace(/<[^<>]*>/g, '')
    .replaceAll('\\', '')
    .replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .trim();
}
