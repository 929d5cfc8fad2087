/**
 * A text without tags, each replaced by `by`; what stands between them stays, a `<` that begins none too. Takes no longer than
 * its length.
 */
export function withoutTags(text: string, by = ''): string {
  // Behind the last `>` no tag ends: each one that begins there would be read to the end of the text.
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end).replace(/<\/?[a-z!][^>]*>/gi, by) + text.slice(end);
}

/** The same for comments, those of blocks among them. */
export function withoutComments(text: string, by = ''): string {
  const end = text.lastIndexOf('-->') + 3;
  return end < 3 ? text : text.slice(0, end).replace(/<!--[\s\S]*?-->/g, by) + text.slice(end);
}
