import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { syncFolder } from '../../store/file/backup.ts';
import type { Stamp, StampStore } from '../../store/file/clean-close.ts';
import { dataFolder, type Host } from './folders.ts';
import { readPrivately, writePrivately } from './private-file.ts';

const StampFile = v.strictObject({
  site_id: v.string(),
  dev: v.string(),
  ino: v.string(),
  size: v.string(),
  mtime_ns: v.string(),
  ctime_ns: v.string(),
  format: v.number(),
  checked_at: v.number(),
});

/** The stamps of clean closes in the data folder, by the real path of the site (`security.md` 5.9). */
export function stampsOf(host: Host): StampStore {
  return {
    take(file) {
      const path = stampPath(host, file);
      if (!existsSync(path)) return undefined;
      const stamp = readStamp(path);
      try {
        rmSync(path);
        syncFolder(dirname(path));
        return stamp;
      } catch {
        // A stamp that may survive a kill is not trusted now either.
        return undefined;
      }
    },
    keep: (file, stamp) => writePrivately(stampPath(host, file), `${JSON.stringify(stamp)}\n`),
  };
}

/** The path of a site's stamp; `file` is the real path of the site. */
export function stampPath(host: Host, file: string): string {
  const name = createHash('sha256').update(file).digest('hex').slice(0, 32);
  return join(dataFolder(host), 'stamps', `${name}.json`);
}

function readStamp(path: string): Stamp | undefined {
  try {
    const result = v.safeParse(StampFile, JSON.parse(readPrivately(path) ?? ''));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
