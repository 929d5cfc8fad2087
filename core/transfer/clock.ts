/** Offsets of a site's clocks from UTC in milliseconds, for times without a UTC form: plain data. */
export interface Offsets {
  /** By month, since summer and winter differ. */
  byMonth: Readonly<Record<string, number>>;
  usual: number;
}

/** Learns the offsets of a site from all its items, in any order. */
export interface Clock {
  note(local: string, gmt: string): void;
  offsets(): Offsets;
}

/** The largest UTC offset on earth. */
const FARTHEST = 14 * 3_600_000;

export function createClock(): Clock {
  const all = new Map<number, number>();
  const months = new Map<string, Map<number, number>>();
  const add = (to: Map<number, number>, offset: number): void => void to.set(offset, (to.get(offset) ?? 0) + 1);
  return {
    note(local, gmt) {
      const offset = local === gmt ? 0 : Date.parse(`${local}Z`) - Date.parse(`${gmt}Z`);
      if (Math.abs(offset) > FARTHEST) return;
      add(all, offset);
      const month = local.slice(5, 7);
      const own = months.get(month) ?? new Map<number, number>();
      months.set(month, own);
      add(own, offset);
    },
    offsets: () => ({
      byMonth: Object.fromEntries([...months].map(([month, seen]) => [month, mostOf(seen)])),
      usual: mostOf(all),
    }),
  };
}

/** Converts a local time to UTC. */
export function gmtOf(local: string, { byMonth, usual }: Offsets): string {
  const offset = byMonth[local.slice(5, 7)] ?? usual;
  return new Date(Date.parse(`${local}Z`) - offset).toISOString().slice(0, 19);
}

/** The most frequent offset; of ties the lowest, so that file order does not matter. */
function mostOf(seen: ReadonlyMap<number, number>): number {
  const [first] = [...seen].sort(([a, n], [b, m]) => m - n || a - b);
  return first?.[0] ?? 0;
}
