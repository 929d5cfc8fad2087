// Slugs.

export function slugOf(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // Not encoded: taken as it is.
  }
  const slug = plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/-+/g, '-');
  return encodeURIComponent(slug).toLowerCase();
}

/** The first of `a`, `a-2`, `a-3` that nobody has, whatever the language. */
export function freeSlug(wanted: string, isTakenBy: (slug: string) => boolean): string {
  if (!isTakenBy(wanted)) return wanted;
  for (let n = 2; ; n++) if (!isTakenBy(`${wanted}-${n}`)) return `${wanted}-${n}`;
}
