import type { Dict } from '../../../core/types.ts';

/**
 * `{ page: 2, include: [1, 2] }` → `?page=2&include[]=1&include[]=2`, and objects of a list by their place: `groups[0][type]=post`;
 * undefined and null are omitted.
 */
export function writeQuery(query: Dict | undefined): string {
  const words = new URLSearchParams();
  const write = (name: string, value: unknown): void => {
    if (Array.isArray(value))
      value.forEach((each: unknown, at) =>
        isObject(each) ? inside(`${name}[${at}]`, each) : write(`${name}[]`, each),
      );
    else if (value !== undefined && value !== null) words.append(name, textOf(value));
  };
  const inside = (name: string, entries: object): void =>
    Object.entries(entries).forEach(([key, value]) => write(`${name}[${key}]`, value));
  for (const [name, value] of Object.entries(query ?? {})) write(name, value);
  const text = words.toString();
  return text && `?${text}`;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Strings as they are, everything else as JSON: 2, true. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
