import { sql as start } from './0001-start.ts';
import { sql as staleness } from './0002-staleness.ts';
import { sql as comments } from './0003-comments.ts';
import { sql as drafts } from './0004-drafts.ts';
import { sql as work } from './0005-work.ts';
import { sql as largeSites } from './0006-large-sites.ts';
import { sql as largeMatrix } from './0007-large-matrix.ts';
import { sql as leanJournal } from './0008-lean-journal.ts';
import { sql as summaries } from './0009-summaries.ts';
import { sql as unitMarks } from './0010-unit-marks.ts';
import { sql as partial } from './0011-partial.ts';
import { sql as live } from './live/0012-live.ts';
import { sql as desk } from './0013-desk.ts';
import { sql as liveTwins } from './live/0014-live-twins.ts';
import { sql as words } from './0015-words.ts';
import { sql as usedBooks } from './0016-used-books.ts';
import { sql as liveStrings } from './live/0017-live-strings.ts';
import { sql as liveRenames } from './live/0018-live-renames.ts';
import { sql as bookUses } from './0019-book-uses.ts';
import { sql as bookFiles } from './0020-book-files.ts';
import { sql as termAuthors } from './0021-term-authors.ts';
import { sql as liveRegistered } from './live/0022-live-registered.ts';
import { sql as liveMarks } from './live/0023-live-marks.ts';
import { sql as metaTexts } from './0024-meta-texts.ts';
import { sql as livePlaces } from './live/0025-live-places.ts';
import { sql as liveSeenCount } from './live/0026-live-seen-count.ts';
import { sql as handoffs } from './0027-handoffs.ts';
import { sql as liveTurns } from './live/0028-live-turns.ts';
import { sql as learnedStrings } from './0029-learned-strings.ts';

/** One migration step of the file; its number is its position in the list, starting at 1. */
export interface Migration {
  why: string;
  sql: string;
}

/** All steps, oldest first. Forward only; never edit a released one, append the next. */
export const migrations: readonly Migration[] = [
  { why: 'start', sql: start },
  { why: 'staleness of translations', sql: staleness },
  { why: 'comments for the way back', sql: comments },
  { why: 'what editors saved, and what is to be published', sql: drafts },
  { why: 'what is left to do, and what has no language', sql: work },
  { why: 'pages of a site with a million posts', sql: largeSites },
  { why: 'what is missing among a million posts, and another default language', sql: largeMatrix },
  { why: 'small writes touch less of the journal', sql: leanJournal },
  { why: 'summaries of the history as codes', sql: summaries },
  { why: 'what people said about the units of a translation', sql: unitMarks },
  { why: 'how far translations are by their units', sql: partial },
  { why: 'the live site this one is a copy of', sql: live },
  { why: 'terms, texts of other tools and what the memory has to learn', sql: desk },
  { why: 'looking for twins of the live site', sql: liveTwins },
  { why: 'words of the sources, for what is left', sql: words },
  { why: 'books of the memory that are not used', sql: usedBooks },
  { why: 'strings of the live site', sql: liveStrings },
  { why: 'renaming twins of the live site some at a time', sql: liveRenames },
  { why: 'when books of the memory were last used', sql: bookUses },
  { why: 'which files books of the memory come from', sql: bookFiles },
  { why: 'who added terms of the glossary', sql: termAuthors },
  { why: 'texts that the live site registers for translation', sql: liveRegistered },
  { why: 'marks of items of the live site, and their current numbers', sql: liveMarks },
  { why: 'custom fields are learned by the memory', sql: metaTexts },
  { why: 'what the plugin of the live site said at the last check', sql: livePlaces },
  { why: 'the number of items of the live site', sql: liveSeenCount },
  { why: 'files that went out to translators', sql: handoffs },
  { why: 'when a line of the plan changed last', sql: liveTurns },
  { why: 'strings of the site are learned by the memory', sql: learnedStrings },
];
