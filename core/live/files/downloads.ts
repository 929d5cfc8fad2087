import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { jobFolder } from '../../domain/site/transfer-files.ts';
import type { Site } from '../../site.ts';
import { stemOf } from '../../store/file/paths.ts';

/** Downloaded files of a run that are not in the site yet: not downloaded again after a pause or a crash. */
export interface Downloads {
  /** The path of a file with its size, downloaded by `download` unless it already was; undefined: the site does not have it. */
  take(
    url: string,
    download: (to: string) => Promise<number | undefined>,
  ): Promise<{ path: string; size: number } | undefined>;
  /** Call at the end. Files stay unless the site has all of them. */
  end(isDone: boolean): void;
}

/** Opens the folder of a run; removes leftovers of other runs. */
export function openDownloads(site: Site, run: number): Downloads {
  const folder = folderOf(site, run);
  return {
    async take(url, download) {
      const path = join(folder, createHash('sha256').update(url).digest('hex'));
      if (existsSync(path)) return { path, size: statSync(path).size };
      const part = `${path}.part`;
      rmSync(part, { force: true });
      const size = await download(part);
      if (size === undefined) return undefined;
      renameSync(part, path);
      return { path, size };
    },
    end(isDone) {
      if (isPassing(site)) rmSync(folder, { recursive: true, force: true });
      else if (isDone) rmSync(dirname(folder), { recursive: true, force: true });
    },
  };
}

/** A site in memory keeps nothing beyond the job. */
const isPassing = ({ file, readOnly }: Site): boolean => file === ':memory:' || readOnly;

function folderOf(site: Site, run: number): string {
  if (isPassing(site)) return jobFolder(site);
  const all = join(`${stemOf(site.file)}.live`, 'files');
  const own = join(all, String(run));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(all))
    if (name !== String(run)) rmSync(join(all, name), { recursive: true, force: true });
  return own;
}
