import { rowsOf, type StoredField, type ValuesOf } from './field.ts';

/** A stored field of the file of an attachment. */
export interface MediaField extends StoredField {
  /** Of the record, not of the file: translations have each their own (`content.md` 6, 7.1). */
  ofRecord?: true;
}

/** The stored fields of the file of an attachment (`content.md` 2.7), in the order of a bundle. */
export const MEDIA_FIELDS = {
  /** "2026/11/name.png"; of a file that is not here at most the name is known. */
  file: { holds: 'text' },
  /** The address recorded on import; "" for a file the site holds. */
  source_url: { holds: 'text' },
  width: { holds: 'size' },
  height: { holds: 'size' },
  filesize: { holds: 'number' },
  alt_text: { holds: 'text', ofRecord: true },
  /** Scaled versions by name, as recorded on import. */
  sizes: { holds: 'map' },
  /** What the camera recorded. */
  image_meta: { holds: 'map' },
} as const satisfies Record<string, MediaField>;

type Table = typeof MEDIA_FIELDS;
type OfRecord = { [N in keyof Table]: Table[N] extends { ofRecord: true } ? N : never }[keyof Table];

export type MediaValues = ValuesOf<Table, 'row'>;
/** The same as a file has it. */
export type MediaRecordValues = ValuesOf<Table, 'record'>;
/** What belongs to the file and not to the record: the same for all translations. */
export type FileFacts = Omit<MediaValues, OfRecord>;

export const MEDIA_ROWS = rowsOf<MediaField>(MEDIA_FIELDS) as readonly (MediaField & { name: keyof Table })[];
