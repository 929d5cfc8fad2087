import type { Staging, Texts } from '../store/transfer/staging.ts';
import { gmtOf } from './clock.ts';
import type {
  GroupRecord,
  LanguageRecord,
  PostRecord,
  RecordSink,
  SiteRecord,
  TermRecord,
  UserRecord,
} from './records.ts';

/** The records of a file, ready for planning and applying: they can be read repeatedly, and never all at once. */
export interface Records {
  site: SiteRecord;
  staging: Staging;
  users(): IterableIterator<UserRecord>;
  languages(): IterableIterator<LanguageRecord>;
  groups(): IterableIterator<GroupRecord>;
  terms(): IterableIterator<[seq: number, record: TermRecord]>;
  posts(): IterableIterator<[seq: number, record: PostRecord]>;
  /** Items without their texts. */
  postHeads(): IterableIterator<[seq: number, record: PostHead]>;
}

export type PostHead = Omit<PostRecord, keyof Texts>;

/**
 * Reads a file into the staging database. `read` puts the records into the sink; if it throws, nothing has been decided yet.
 * @param staged called for each staged item
 */
export function stage(
  staging: Staging,
  read: (sink: RecordSink) => void,
  staged?: (record: PostRecord) => void,
): Records {
  let site: SiteRecord = { title: '', description: '', url: '', whole: false };
  read({
    site: (record) => (site = record),
    user: (record) => staging.putRecord('user', record.line, record),
    language: (record) => staging.putRecord('language', record.line, record),
    group: (record) => staging.putRecord('group', record.line, record),
    term: (record) => staging.putTerm({ ...record, parent_source: record.parentSource }, record),
    post(record) {
      staging.putPost(
        { ...record, lang_name: record.langName, group_name: record.group, comments: record.comments.length },
        record.terms,
        record,
      );
      staged?.(record);
    },
  });
  staging.seal();
  return {
    site,
    staging,
    users: () => staging.records('user'),
    languages: () => staging.records('language'),
    groups: () => staging.records('group'),
    terms: () => staging.termData(),
    posts: () => timed(staging.postData<PostRecord>(), site),
    postHeads: () => timed(staging.postHeads<PostHead>(), site),
  };
}

/** Adds UTC times to items that lack them, now that all items were read. */
function* timed<T extends PostHead>(
  posts: IterableIterator<[seq: number, record: T]>,
  { offsets }: SiteRecord,
): IterableIterator<[seq: number, record: T]> {
  for (const [seq, record] of posts) {
    const { date, modified } = record;
    if (offsets && record.date_gmt === '') record.date_gmt = gmtOf(date, offsets);
    if (offsets && record.modified_gmt === '') record.modified_gmt = gmtOf(modified, offsets);
    yield [seq, record];
  }
}
