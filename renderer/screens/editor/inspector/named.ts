// Things that are chosen by their name.

/** A user or an item, as the API lists it. */
export interface Named {
  id: number;
  name?: string;
  title?: { rendered: string };
}

/** Options of a list, each once; with its number if it has no name. */
export function optionsOf(all: readonly (Named | undefined)[]): { value: number; label: string }[] {
  const known = all.flatMap((each) => (each ? [[each.id, each] as const] : []));
  return [...new Map(known).values()].map(({ id, name, title }) => ({
    value: id,
    label: name ?? (title?.rendered || `#${id}`),
  }));
}
