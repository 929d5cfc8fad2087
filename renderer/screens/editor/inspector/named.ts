// Things chosen by name.

/** A user or an item, as listed by the API. */
export interface Named {
  id: number;
  name?: string;
  title?: { rendered: string };
}

/** The options of a list, without duplicates; with the id if there is no name. */
export function optionsOf(all: readonly (Named | undefined)[]): { value: number; label: string }[] {
  const known = all.flatMap((each) => (each ? [[each.id, each] as const] : []));
  return [...new Map(known).values()].map(({ id, name, title }) => ({
    value: id,
    label: name ?? (title?.rendered || `#${id}`),
  }));
}
