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
  ...once,
};

/** Why a file was not fetched. */
export type FileLeft = 'other_host' | 'gone' | 'large' | 'not_a_file' | 'here' | (string & {});

/** The report of a run that fetches files. */
export interface FilesReport {
  fetched: number;
  bytes: number;
  left: { id: number; code: FileLeft }[];
}
