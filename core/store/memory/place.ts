import { statSync } from 'node:fs';
import { memoryFile } from '../file/paths.ts';
import type { ReadDb, WriteDb } from '../sql.ts';
import { openMemoryReader, openMemoryWriter, removeMemory } from './file.ts';

/** The memory of a site: a derived file next to it, in no backup and no export. */
export interface MemoryPlace {
  /** A connection for lookups; undefined while there is no memory yet. */
  reader(): ReadDb | undefined;
  /** A connection for writing: only for the thread that learns. */
  writer(): WriteDb;
  /** This thread learns: only here may it be written, and only here nothing in it is newer than the site as it is read. */
  isLearnedHere: boolean;
  /** Drops a connection that failed: the next one is opened again. */
  forget(): void;
  /** Removes a file that is damaged: the next connection for writing starts an empty one. Only for the thread that learns. */
  discard(): void;
  /** A part of the file turned out to be damaged: it is made anew. */
  damaged(): void;
  /** Of the site's owner: the thread that learns has to discard the file. Until then nothing is read from it here. */
  isDamaged: boolean;
  /** Progress of a rebuild in groups, read and total; undefined if none is running. Maintained by the learner. */
  progress: { done: number; total: number } | undefined;
  /** Called when the memory has to be rebuilt, or is damaged; set by the learner. In its thread it tells the learner. */
  wanted: (() => void) | undefined;
  /** Size on disk in bytes. */
  size(): number;
  close(): void;
}

/** "name.memory" for "name.polydesk"; a site in memory has its memory there too. */
export function createMemoryPlace(siteFile: string): MemoryPlace {
  const isInMemory = siteFile === ':memory:';
  const file = isInMemory ? ':memory:' : memoryFile(siteFile);
  let writer: WriteDb | undefined;
  let reader: { db: ReadDb; of: number } | undefined;
  const fileNow = (): number => statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
  /** Opened again if the file was replaced since. */
  const readerNow = (): ReadDb | undefined => {
    const of = fileNow();
    if (reader?.of !== of) {
      reader?.db.close();
      const db = openMemoryReader(file);
      reader = db && { db, of };
    }
    return reader?.db;
  };
  const place: MemoryPlace = {
    progress: undefined,
    wanted: undefined,
    isLearnedHere: false,
    isDamaged: false,
    reader: () => (isInMemory ? place.writer() : place.isDamaged ? undefined : readerNow()),
    writer: () => (writer ??= openMemoryWriter(file)),
    size: () => (isInMemory ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)),
    forget: () => place.close(),
    discard() {
      place.close();
      removeMemory(file);
    },
    damaged() {
      place.close();
      // A thread cannot know when the file was discarded: it tells the owner, and looks again.
      place.isDamaged = !place.isLearnedHere;
      place.wanted?.();
    },
    close() {
      for (const db of [reader?.db, writer]) if (db?.open) db.close();
      reader = writer = undefined;
    },
  };
  return place;
}
