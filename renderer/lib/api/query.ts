import type { Dict } from '../../../core/types.ts';

/** `{ page: 2, include: [1, 2] }` → `?page=2&include[]=1&include[]=2`; what is undefined or null is left out. */
export function writeQuery(query: Dict | undefined): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) value.forEach((each) => words.append(`${name}[]`, textOf(each)));
    else if (value !== undefined && value !== null) words.append(name, textOf(value));
  }
  const text = words.toString();
  return text && `?${text}`;
}

/** Texts as they are, everything else as JSON writes it: 2, true. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
