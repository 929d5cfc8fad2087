import { statSync } from 'node:fs';
import { memoryFile } from '../file/paths.ts';
import type { ReadDb, WriteDb } from '../sql.ts';
import { openMemoryReader, openMemoryWriter } from './file.ts';

/** The memory of a site: a file beside it that follows from it, in no backup and no export. */
export interface MemoryPlace {
  /** To look something up; undefined while there is none yet. */
  reader(): ReadDb | undefined;
  /** To write it: for the one thread that learns. */
  writer(): WriteDb;
  /** Forgets a connection that failed: the next one is opened anew. */
  forget(): void;
  /** How many groups have been read of how many, while the memory is made; undefined otherwise. Kept by whoever learns. */
  progress: { done: number; total: number } | undefined;
  /** Called where the memory is to be made anew; set by whoever learns. */
  wanted: (() => void) | undefined;
  /** Bytes on the disk. */
  size(): number;
  close(): void;
}

/** "name.memory" for "name.polydesk"; a site in memory has its memory there too. */
export function createMemoryPlace(siteFile: string): MemoryPlace {
  const isInMemory = siteFile === ':memory:';
  const file = isInMemory ? ':memory:' : memoryFile(siteFile);
  let writer: WriteDb | undefined;
  let reader: ReadDb | undefined;
  const place: MemoryPlace = {
    progress: undefined,
    wanted: undefined,
    reader: () => (isInMemory ? place.writer() : (reader ??= openMemoryReader(file))),
    writer: () => (writer ??= openMemoryWriter(file)),
    size: () => (isInMemory ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)),
    forget: () => place.close(),
    close() {
      for (const db of [reader, writer]) if (db?.open) db.close();
      reader = writer = undefined;
    },
  };
  return place;
}
