import { changesOfOthers } from './revision.ts';
import { touchedOf, type ReadDb } from './sql.ts';

/**
 * What a value is computed from: `rest` is every table except those settings that do not decide what has a language; `settings`
 * is both.
 */
export type DependsOn = 'settings' | 'rest';

/** A cache of values computed from the file, valid until what they depend on is written, through this connection or another. */
export interface Memo {
  /** The result of `make`, computed once until a write it depends on. The value is shared: treat it as immutable. */
  get<T>(name: string, make: () => T, dependsOn?: DependsOn): T;
  /** The result of `make`, computed once for the same key: for values that are expensive and rarely change. */
  keyed<T>(name: string, key: string, make: () => T): T;
  /** Differs after every write. */
  revision(): string;
  /**
   * The same; outside of `reading` it does not check the file for writes of other connections, which costs a write as much as its
   * BEGIN.
   */
  lastRevision(): string;
  /** Call after a worker wrote through its own connection. */
  written(): void;
  /** Runs a synchronous read: the file is checked once for writes of other connections. */
  reading<T>(work: () => T): T;
}

interface Value {
  value: unknown;
  /** Write counters when it was computed. */
  settings: number;
  rest: number;
}

/** @param address of the server: part of many values, and it may change */
export function createMemo(db: ReadDb, address: () => string): Memo {
  const values = new Map<string, Value>();
  const byKey = new Map<string, { key: string; value: unknown }>();
  const counts = touchedOf(db);
  const others = watchOthers(db, address);
  const lastRevision = (): string => `${others.lastSeen()} ${counts.settings} ${counts.rest}`;
  let madeAt = '';
  return {
    get<T>(name: string, make: () => T, dependsOn: DependsOn = 'settings'): T {
      const seen = others.ask();
      if (seen !== madeAt) values.clear();
      madeAt = seen;
      const known = values.get(name);
      const isSame = known?.rest === counts.rest && (dependsOn === 'rest' || known.settings === counts.settings);
      if (isSame) return known.value as T;
      const { settings, rest } = counts;
      const value = make();
      values.set(name, { value, settings, rest });
      return value;
    },
    keyed<T>(name: string, key: string, make: () => T): T {
      const known = byKey.get(name);
      if (known?.key === key) return known.value as T;
      const value = make();
      byKey.set(name, { key, value });
      return value;
    },
    revision: () => (others.ask(), lastRevision()),
    lastRevision,
    written: () => void counts.rest++,
    reading: others.reading,
  };
}

/** Detects writes through other connections: checked once in a writing transaction and in a reading request. */
function watchOthers(
  db: ReadDb,
  address: () => string,
): { ask(): string; lastSeen(): string; reading<T>(work: () => T): T } {
  const counts = touchedOf(db);
  let isReading = false;
  let seen = '';
  let askedIn: number | 'reading' | undefined;
  const ask = (): string => {
    const where = counts.isWriting ? counts.transactions : isReading ? 'reading' : undefined;
    if (where === undefined || where !== askedIn) seen = `${address()} ${changesOfOthers(db)}`;
    askedIn = where;
    return seen;
  };
  return {
    ask,
    lastSeen: () => (isReading ? ask() : seen),
    reading<T>(work: () => T): T {
      if (isReading) return work();
      isReading = true;
      try {
        return work();
      } finally {
        isReading = false;
        askedIn = undefined;
      }
    },
  };
}
