/**
 * The desk of a translator: terms, texts of other tools, ignored findings, receipts of handoffs to translators, and the queue of
 * what the memory next to the site has yet to learn.
 */
const learn = (kind: 'group' | 'entry', id: string) => `
  INSERT INTO memory_queue (turn, kind, id)
  SELECT (SELECT coalesce(max(turn), 0) + 1 FROM memory_queue), '${kind}', ${id} WHERE ${id} IS NOT NULL
  ON CONFLICT (kind, id) DO UPDATE SET turn = excluded.turn;`;

export const sql = /* sql */ `
CREATE TABLE glossary_concepts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  definition TEXT NOT NULL DEFAULT '',
  domain TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  -- Its words are not translated in any language.
  keep INTEGER NOT NULL DEFAULT 0 CHECK (keep IN (0, 1))
) STRICT;
CREATE TABLE glossary_words (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  concept_id INTEGER NOT NULL REFERENCES glossary_concepts (id) ON DELETE CASCADE,
  language_id INTEGER NOT NULL REFERENCES languages (term_id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  -- In the form used for lookup.
  folded TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('preferred', 'admitted', 'forbidden')),
  case_sensitive INTEGER NOT NULL DEFAULT 0 CHECK (case_sensitive IN (0, 1)),
  UNIQUE (concept_id, language_id, text)
) STRICT;
CREATE INDEX glossary_words_language ON glossary_words (language_id, folded);

-- Texts imported from other tools (TMX), one book per file.
CREATE TABLE memory_books (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- Lower values come first among equal matches.
  priority INTEGER NOT NULL DEFAULT 0,
  -- Subtracted from the score of its matches.
  penalty INTEGER NOT NULL DEFAULT 0 CHECK (penalty BETWEEN 0 AND 100)
) STRICT;
CREATE TABLE memory_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  book_id INTEGER NOT NULL REFERENCES memory_books (id) ON DELETE CASCADE,
  source_language INTEGER NOT NULL REFERENCES languages (term_id) ON DELETE CASCADE,
  target_language INTEGER NOT NULL REFERENCES languages (term_id) ON DELETE CASCADE,
  -- Marked texts.
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  made_at TEXT NOT NULL DEFAULT '',
  made_by TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX memory_entries_book ON memory_entries (book_id);
CREATE INDEX memory_entries_source ON memory_entries (source_language);
CREATE INDEX memory_entries_target ON memory_entries (target_language);

-- Findings ignored until one of their texts changes, as hashes. No foreign key, as in unit_marks.
CREATE TABLE ignored_findings (
  kind TEXT NOT NULL CHECK (kind IN ('post', 'term')),
  item_id INTEGER NOT NULL,
  check_id TEXT NOT NULL,
  source_hash TEXT NOT NULL,
  target_hash TEXT NOT NULL,
  PRIMARY KEY (kind, item_id, check_id, source_hash, target_hash)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER ignored_findings_leave AFTER DELETE ON item_languages BEGIN
  DELETE FROM ignored_findings WHERE kind = OLD.kind AND item_id = OLD.item_id;
END;

-- Receipts of files sent to translators. Local to this copy: never journalled.
CREATE TABLE handoffs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  format TEXT NOT NULL,
  language_id INTEGER NOT NULL REFERENCES languages (term_id) ON DELETE CASCADE,
  made_at TEXT NOT NULL
) STRICT;
CREATE INDEX handoffs_language ON handoffs (language_id);
CREATE TABLE handoff_units (
  handoff_id INTEGER NOT NULL REFERENCES handoffs (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  source_hash TEXT NOT NULL,
  target_hash TEXT NOT NULL,
  PRIMARY KEY (handoff_id, key)
) STRICT, WITHOUT ROWID;

-- What the memory next to the site has yet to learn, the newest with the highest turn; and which memory matches this file.
-- Derived.
CREATE TABLE memory_queue (
  turn INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('group', 'entry')),
  id INTEGER NOT NULL,
  UNIQUE (kind, id)
) STRICT;
CREATE TABLE memory_stamp (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  stamp TEXT NOT NULL
) STRICT;
INSERT INTO memory_stamp VALUES (1, '');
CREATE TRIGGER memory_unit_insert AFTER INSERT ON unit_queue BEGIN ${learn('group', 'NEW.group_id')} END;
CREATE TRIGGER memory_unit_again AFTER UPDATE OF turn ON unit_queue BEGIN ${learn('group', 'NEW.group_id')} END;
CREATE TRIGGER memory_group_delete AFTER DELETE ON groups BEGIN ${learn('group', 'OLD.id')} END;
CREATE TRIGGER memory_post_status AFTER UPDATE OF status ON posts WHEN OLD.status <> NEW.status BEGIN
  ${learn('group', `(SELECT group_id FROM item_languages WHERE kind = 'post' AND item_id = NEW.id)`)}
END;
CREATE TRIGGER memory_alt_update AFTER UPDATE OF alt_text ON media WHEN OLD.alt_text <> NEW.alt_text BEGIN
  ${learn('group', `(SELECT group_id FROM item_languages WHERE kind = 'post' AND item_id = NEW.post_id)`)}
END;
CREATE TRIGGER memory_entry_insert AFTER INSERT ON memory_entries BEGIN ${learn('entry', 'NEW.id')} END;
CREATE TRIGGER memory_entry_update AFTER UPDATE ON memory_entries BEGIN ${learn('entry', 'NEW.id')} END;
CREATE TRIGGER memory_entry_delete AFTER DELETE ON memory_entries BEGIN ${learn('entry', 'OLD.id')} END;
`;
