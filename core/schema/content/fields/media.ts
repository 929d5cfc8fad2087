import { rowsOf, type StoredField, type ValuesOf } from './field.ts';

/** A stored field of the file of an attachment. */
export interface MediaField extends StoredField {
  /** Belongs to the record, not the file: each translation has its own (`content.md` 6, 7.1). */
  ofRecord?: true;
}

/** The stored fields of the file of an attachment (`content.md` 2.7), in the order of a bundle. */
export const MEDIA_FIELDS = {
  /** "2026/11/name.png"; for a missing file at most the name is known. */
  file: { holds: 'text' },
  /** The address recorded on import; "" for a stored file. */
  source_url: { holds: 'text' },
  width: { holds: 'size' },
  height: { holds: 'size' },
  filesize: { holds: 'number' },
  alt_text: { holds: 'text', ofRecord: true },
  /** Scaled versions by name, as recorded on import. */
  sizes: { holds: 'map' },
  /** Recorded by the camera. */
  image_meta: { holds: 'map' },
} as const satisfies Record<string, MediaField>;

type Table = typeof MEDIA_FIELDS;
type OfRecord = { [N in keyof Table]: Table[N] extends { ofRecord: true } ? N : never }[keyof Table];

export type MediaValues = ValuesOf<Table, 'row'>;
/** The same in the format of a file. */
export type MediaRecordValues = ValuesOf<Table, 'record'>;
/** Belongs to the file, not the record: the same for all translations. */
export type FileFacts = Omit<MediaValues, OfRecord>;

export const MEDIA_ROWS = rowsOf<MediaField>(MEDIA_FIELDS) as readonly (MediaField & { name: keyof Table })[];
