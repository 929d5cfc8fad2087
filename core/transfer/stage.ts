import { foldForSearch } from '../domain/posts/search-index.ts';
import type { FoldedTexts, Staging, Texts } from '../store/staging.ts';
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

/** The records of a file, ready to be planned and applied: read as often as needed, never all at once. */
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

/** Hears of an item and its place in the staging file. */
export type Noted = (seq: number, record: PostRecord) => void;

export type PostHead = Omit<PostRecord, keyof Texts>;

/**
 * Reads a file into the staging file. `read` puts the records into the sink; it throws: nothing was decided yet.
 * @param how.forSearch texts are kept as the search compares them too: while they are here
 * @param how.noted told of each item that was put there
 */
export function stage(
  staging: Staging,
  read: (sink: RecordSink) => void,
  how: { forSearch: boolean; noted?: Noted },
): Records {
  let site: SiteRecord = { title: '', description: '', url: '', whole: false };
  read({
    site: (record) => (site = record),
    user: (record) => staging.putRecord('user', record.line, record),
    language: (record) => staging.putRecord('language', record.line, record),
    group: (record) => staging.putRecord('group', record.line, record),
    term: (record) => staging.putTerm({ ...record, parent_source: record.parentSource }, record),
    post(record) {
      const seq = staging.putPost(
        { ...record, lang_name: record.langName, group_name: record.group, comments: record.comments.length },
        record.terms,
        record,
        how.forSearch ? foldedTexts(record) : undefined,
      );
      how.noted?.(seq, record);
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

function foldedTexts({ title, excerpt, content }: PostRecord): FoldedTexts {
  return { title: foldForSearch(title), excerpt: foldForSearch(excerpt), content: foldForSearch(content) };
}

/** Items without a time in UTC get one, now that all have been read. */
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
