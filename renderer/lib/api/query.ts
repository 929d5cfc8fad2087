import type { Dict } from '../../../core/types.ts';

/** `{ page: 2, include: [1, 2] }` → `?page=2&include[]=1&include[]=2`; undefined and null are omitted. */
export function writeQuery(query: Dict | undefined): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) value.forEach((each) => words.append(`${name}[]`, textOf(each)));
    else if (value !== undefined && value !== null) words.append(name, textOf(value));
  }
  const text = words.toString();
  return text && `?${text}`;
}

/** Strings as they are, everything else as JSON: 2, true. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
