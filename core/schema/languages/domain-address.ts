/**
 * Address of a language's domain (`interface.md` 2.4): http(s)://host[:port][/path] or the same without scheme. Linear: no part
 * of the expression can match where its neighbour does.
 */
const ADDRESS =
  /^(?:(https?):\/\/)?(\[[0-9a-f:.]+\]|[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}])?)(?::(\d{1,5}))?(\/[^\s?#<>"`]*)?$/iu;

/** Whether a text can be stored as the address of a language; "" clears it. Surrounding whitespace is ignored. */
export function isDomainAddress(text: string): boolean {
  return normaliseDomain(text) !== undefined;
}

/** The address as stored: trimmed, scheme in lower case and added if missing; undefined if invalid. */
export function normaliseDomain(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const match = ADDRESS.exec(trimmed);
  if (!match) return undefined;
  const [, scheme, host = '', port, path = ''] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) return undefined;
  if (host.includes('..')) return undefined;
  return `${scheme?.toLowerCase() ?? 'http'}://${host}${port === undefined ? '' : `:${port}`}${path}`;
}
