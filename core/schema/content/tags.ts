/**
 * Replaces each tag of a text by `by`; the text between them stays, including a `<` that does not begin a tag. Runs in linear
 * time.
 */
export function withoutTags(text: string, by = ''): string {
  // No tag ends after the last `>`: each one beginning there would be scanned to the end of the text.
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end).replace(/<\/?[a-z!][^>]*>/gi, by) + text.slice(end);
}

/** The same for comments, including block delimiters. */
export function withoutComments(text: string, by = ''): string {
  const end = text.lastIndexOf('-->') + 3;
  return end < 3 ? text : text.slice(0, end).replace(/<!--[\s\S]*?-->/g, by) + text.slice(end);
}
