/**
 * A changed field in few words: its name, and of a list what came and went, as long as that is short:
 * `sync: + comment_status`.
 */
export function stagedWords(name: string, before: unknown, after: unknown): string {
  if (!isWords(before) || !isWords(after)) return name;
  const came = after.filter((word) => !before.includes(word)).map((word) => `+ ${word}`);
  const went = before.filter((word) => !after.includes(word)).map((word) => `− ${word}`);
  const all = [...came, ...went];
  return all.length === 0 || all.length > 3 ? name : `${name}: ${all.join(' ')}`;
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
