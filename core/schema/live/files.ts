import * as v from 'valibot';
import { once } from './run.ts';

/** Body of `POST /live/files`. */
export const FilesArgs = {
  ids: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
      v.maxLength(10_000),
      v.description('Media items whose file is fetched; left out: all that are here without their file.'),
    ),
  ),
  hosts: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(260), v.regex(/^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i))),
      v.maxLength(20),
      v.description(
        'Hosts besides that of the site from which files may be fetched in this run, as in `cdn.example.com`: over https, without signing in.',
      ),
    ),
  ),
  ...once,
};

/** Why a file was not fetched. */
export type FileLeft = 'other_host' | 'gone' | 'large' | 'not_a_file' | 'here' | (string & {});

/** The report of a run that fetches files. */
export interface FilesReport {
  fetched: number;
  bytes: number;
  /** `host`: for `other_host`, the host that would have to be named. */
  left: { id: number; code: FileLeft; host?: string }[];
}
