/**
 * The first version of a site file. STRICT tables; what a constraint can express is expressed here and nowhere else
 * (`architecture.md` 6). Times are ISO texts in UTC unless the name says otherwise; JSON columns hold JSON text.
 */
export const sql = /* sql */ `
CREATE TABLE site (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  site_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  written_by TEXT NOT NULL DEFAULT '',
  previous_version TEXT NOT NULL DEFAULT '',
  default_language_id INTEGER REFERENCES languages (term_id) DEFERRABLE INITIALLY DEFERRED,
  default_category_id INTEGER NOT NULL REFERENCES terms (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

-- One row per setting of pll/v1 that was ever written. Here and in the journal no IN of more than two values stands in a
-- check: SQLite makes a table of its own for it with every row that is written.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  CHECK (name <> 'force_lang' OR value = '1' OR value = '2' OR value = '3'),
  CHECK (value = 'true' OR value = 'false' OR (
    name <> 'hide_default' AND name <> 'rewrite' AND name <> 'redirect_lang' AND name <> 'browser' AND
    name <> 'media_support' AND name <> 'machine_translation_enabled'))
) STRICT, WITHOUT ROWID;

-- Site settings (wp/v2/settings), the content model, and what else belongs to the site as a whole.
CREATE TABLE options (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

-- Of this copy and its local server, not of the site: never journalled.
CREATE TABLE server_options (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  login TEXT NOT NULL COLLATE NOCASE UNIQUE,
  email TEXT NOT NULL DEFAULT '' COLLATE NOCASE,
  role TEXT NOT NULL CHECK (role IN ('administrator', 'editor', 'author', 'contributor', 'subscriber')),
  name TEXT NOT NULL,
  nickname TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  url TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  locale TEXT NOT NULL DEFAULT '',
  registered_at TEXT NOT NULL
) STRICT;

CREATE TABLE user_descriptions (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  language_id INTEGER NOT NULL REFERENCES languages (term_id) ON DELETE CASCADE,
  description TEXT NOT NULL,
  PRIMARY KEY (user_id, language_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE terms (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  taxonomy TEXT NOT NULL,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  parent INTEGER REFERENCES terms (id) DEFERRABLE INITIALLY DEFERRED,
  -- The name without case and accents, for order and search; written with the name.
  name_folded TEXT NOT NULL DEFAULT '',
  UNIQUE (id, taxonomy),
  CHECK (parent <> id)
) STRICT;
CREATE INDEX terms_name ON terms (taxonomy, name_folded, id);
CREATE UNIQUE INDEX terms_language_slug ON terms (slug) WHERE taxonomy = 'language';
CREATE INDEX terms_slug ON terms (taxonomy, slug);
CREATE INDEX terms_parent ON terms (parent) WHERE parent IS NOT NULL;

CREATE TABLE term_meta (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  term_id INTEGER NOT NULL REFERENCES terms (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE INDEX term_meta_term ON term_meta (term_id, key);

-- A language is a term of the taxonomy "language", with its twin of the taxonomy "term_language".
CREATE TABLE languages (
  term_id INTEGER PRIMARY KEY REFERENCES terms (id) ON DELETE CASCADE,
  twin_id INTEGER NOT NULL UNIQUE REFERENCES terms (id) ON DELETE CASCADE,
  locale TEXT NOT NULL,
  is_rtl INTEGER NOT NULL CHECK (is_rtl IN (0, 1)),
  flag_code TEXT NOT NULL DEFAULT '',
  term_group INTEGER NOT NULL DEFAULT 0 CHECK (term_group >= 0),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  fallbacks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(fallbacks))
) STRICT;

CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  slug TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL DEFAULT '',
  excerpt TEXT NOT NULL DEFAULT '',
  date TEXT NOT NULL,
  date_gmt TEXT NOT NULL,
  floating INTEGER NOT NULL DEFAULT 0 CHECK (floating IN (0, 1)),
  modified TEXT NOT NULL,
  modified_gmt TEXT NOT NULL,
  author INTEGER REFERENCES users (id) ON DELETE SET NULL,
  parent INTEGER REFERENCES posts (id) DEFERRABLE INITIALLY DEFERRED,
  menu_order INTEGER NOT NULL DEFAULT 0,
  password TEXT NOT NULL DEFAULT '',
  guid TEXT NOT NULL DEFAULT '',
  comment_status TEXT NOT NULL DEFAULT 'closed' CHECK (comment_status IN ('open', 'closed')),
  ping_status TEXT NOT NULL DEFAULT 'closed' CHECK (ping_status IN ('open', 'closed')),
  template TEXT NOT NULL DEFAULT '',
  format TEXT NOT NULL DEFAULT '',
  sticky INTEGER NOT NULL DEFAULT 0 CHECK (sticky IN (0, 1)),
  featured_media INTEGER NOT NULL DEFAULT 0,
  mime_type TEXT NOT NULL DEFAULT '',
  -- Derived from item_languages by the triggers below, so that a filtered list needs one index; never journalled.
  language_id INTEGER,
  -- The title without case and accents, for order. Derived, with the search index, from the queue; never journalled.
  title_folded TEXT NOT NULL DEFAULT '',
  UNIQUE (id, type),
  CHECK (parent <> id)
) STRICT;
-- A page in any order is the beginning of an index, with a language and without: sorting a million takes seconds.
CREATE INDEX posts_list ON posts (type, status, date DESC, id);
CREATE INDEX posts_list_language ON posts (type, status, language_id, date DESC, id) WHERE language_id IS NOT NULL;
CREATE INDEX posts_ids ON posts (type, status);
CREATE INDEX posts_ids_language ON posts (type, status, language_id) WHERE language_id IS NOT NULL;
CREATE INDEX posts_modified ON posts (type, status, modified DESC, id);
CREATE INDEX posts_modified_language ON posts (type, status, language_id, modified DESC, id) WHERE language_id IS NOT NULL;
CREATE INDEX posts_slugs ON posts (type, status, slug, id);
CREATE INDEX posts_slugs_language ON posts (type, status, language_id, slug, id) WHERE language_id IS NOT NULL;
CREATE INDEX posts_titles ON posts (type, status, title_folded, id);
CREATE INDEX posts_titles_language ON posts (type, status, language_id, title_folded, id) WHERE language_id IS NOT NULL;
CREATE INDEX posts_authors ON posts (type, status, coalesce(author, 0), date DESC, id);
CREATE INDEX posts_authors_language ON posts (type, status, language_id, coalesce(author, 0), date DESC, id) WHERE language_id IS NOT NULL;
CREATE INDEX posts_sticky ON posts (type, status) WHERE sticky = 1;
CREATE INDEX posts_template ON posts (template) WHERE template <> '';
CREATE INDEX posts_author ON posts (author, type, status);
CREATE INDEX posts_slug ON posts (slug, type);
CREATE INDEX posts_parent ON posts (parent) WHERE parent IS NOT NULL;
CREATE INDEX posts_featured ON posts (featured_media) WHERE featured_media > 0;

CREATE TABLE post_meta (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE INDEX post_meta_post ON post_meta (post_id, key);

-- The file of an attachment. Translations of a media item name the same file; it lies beside the site file, never in it.
CREATE TABLE media (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  -- Year, month and name with slashes between; the name alone is known of files that are not here.
  file TEXT NOT NULL DEFAULT '',
  -- The address recorded on import; "" for a file the site holds.
  source_url TEXT NOT NULL DEFAULT '',
  width INTEGER,
  height INTEGER,
  filesize INTEGER NOT NULL DEFAULT 0,
  sizes TEXT NOT NULL DEFAULT '{}' CHECK (json_type(sizes) = 'object'),
  image_meta TEXT NOT NULL DEFAULT '{}' CHECK (json_type(image_meta) = 'object'),
  alt_text TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX media_file ON media (file);

CREATE TABLE post_terms (
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  term_id INTEGER NOT NULL REFERENCES terms (id) ON DELETE CASCADE,
  PRIMARY KEY (post_id, term_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_terms_term ON post_terms (term_id, post_id);

CREATE TABLE groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('post', 'term')),
  type TEXT NOT NULL,
  source INTEGER,
  UNIQUE (id, kind, type)
) STRICT;

-- Language and group of an item, in one place: a second item of one language in a group, a second language of one
-- item, an unknown language and a stranger of another type are refused by the file itself.
CREATE TABLE item_languages (
  kind TEXT NOT NULL CHECK (kind IN ('post', 'term')),
  item_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  language_id INTEGER NOT NULL REFERENCES languages (term_id),
  group_id INTEGER NOT NULL,
  pos INTEGER NOT NULL,
  post_id INTEGER GENERATED ALWAYS AS (CASE kind WHEN 'post' THEN item_id END) VIRTUAL,
  term_id INTEGER GENERATED ALWAYS AS (CASE kind WHEN 'term' THEN item_id END) VIRTUAL,
  PRIMARY KEY (kind, item_id),
  UNIQUE (kind, group_id, language_id),
  FOREIGN KEY (post_id, type) REFERENCES posts (id, type) ON DELETE CASCADE,
  FOREIGN KEY (term_id, type) REFERENCES terms (id, taxonomy) ON DELETE CASCADE,
  FOREIGN KEY (group_id, kind, type) REFERENCES groups (id, kind, type)
) STRICT;
CREATE INDEX item_languages_language ON item_languages (language_id, kind, type);
CREATE INDEX item_languages_post ON item_languages (post_id, type) WHERE post_id IS NOT NULL;
CREATE INDEX item_languages_term ON item_languages (term_id, type) WHERE term_id IS NOT NULL;
CREATE INDEX item_languages_group ON item_languages (group_id, pos);

-- How many published posts carry each term. Derived: children are counted while their post is there, before it goes.
CREATE TABLE term_counts (
  term_id INTEGER PRIMARY KEY,
  n INTEGER NOT NULL
) STRICT;
CREATE TRIGGER term_counts_insert AFTER INSERT ON post_terms
WHEN EXISTS (SELECT 1 FROM posts WHERE id = NEW.post_id AND status = 'publish') BEGIN
  INSERT INTO term_counts VALUES (NEW.term_id, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER term_counts_delete AFTER DELETE ON post_terms
WHEN EXISTS (SELECT 1 FROM posts WHERE id = OLD.post_id AND status = 'publish') BEGIN
  UPDATE term_counts SET n = n - 1 WHERE term_id = OLD.term_id;
END;
CREATE TRIGGER term_counts_post_delete BEFORE DELETE ON posts WHEN OLD.status = 'publish' BEGIN
  UPDATE term_counts SET n = n - 1 WHERE term_id IN (SELECT term_id FROM post_terms WHERE post_id = OLD.id);
END;
CREATE TRIGGER term_counts_post_insert AFTER INSERT ON posts
WHEN NEW.status = 'publish' AND EXISTS (SELECT 1 FROM post_terms WHERE post_id = NEW.id) BEGIN
  INSERT INTO term_counts SELECT term_id, 1 FROM post_terms WHERE post_id = NEW.id ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER term_counts_publish AFTER UPDATE OF status ON posts WHEN NEW.status = 'publish' AND OLD.status <> 'publish' BEGIN
  INSERT INTO term_counts SELECT term_id, 1 FROM post_terms WHERE post_id = NEW.id ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER term_counts_withdraw AFTER UPDATE OF status ON posts WHEN NEW.status <> 'publish' AND OLD.status = 'publish' BEGIN
  UPDATE term_counts SET n = n - 1 WHERE term_id IN (SELECT term_id FROM post_terms WHERE post_id = NEW.id);
END;
CREATE TRIGGER term_counts_term_delete AFTER DELETE ON terms BEGIN
  DELETE FROM term_counts WHERE term_id = OLD.id;
END;

-- How many posts there are of each type, status and language (0: none), so that totals need no scan. Derived.
CREATE TABLE post_counts (
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  language_id INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (type, status, language_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER post_counts_insert AFTER INSERT ON posts BEGIN
  INSERT INTO post_counts VALUES (NEW.type, NEW.status, coalesce(NEW.language_id, 0), 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER post_counts_delete AFTER DELETE ON posts BEGIN
  UPDATE post_counts SET n = n - 1 WHERE type = OLD.type AND status = OLD.status AND language_id = coalesce(OLD.language_id, 0);
END;
CREATE TRIGGER post_counts_update AFTER UPDATE OF type, status, language_id ON posts
WHEN OLD.type <> NEW.type OR OLD.status <> NEW.status OR OLD.language_id IS NOT NEW.language_id BEGIN
  UPDATE post_counts SET n = n - 1 WHERE type = OLD.type AND status = OLD.status AND language_id = coalesce(OLD.language_id, 0);
  INSERT INTO post_counts VALUES (NEW.type, NEW.status, coalesce(NEW.language_id, 0), 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER post_language_insert AFTER INSERT ON item_languages WHEN NEW.kind = 'post' BEGIN
  UPDATE posts SET language_id = NEW.language_id WHERE id = NEW.item_id;
END;
CREATE TRIGGER post_language_update AFTER UPDATE OF language_id ON item_languages WHEN NEW.kind = 'post' BEGIN
  UPDATE posts SET language_id = NEW.language_id WHERE id = NEW.item_id;
END;
CREATE TRIGGER post_language_delete AFTER DELETE ON item_languages WHEN OLD.kind = 'post' BEGIN
  UPDATE posts SET language_id = NULL WHERE id = OLD.item_id;
END;

-- Folded text of posts, for searching. Derived: filled from the queue before a search, never journalled.
CREATE VIRTUAL TABLE post_search USING fts5 (title, excerpt, content, tokenize = 'trigram case_sensitive 1');
CREATE TABLE search_queue (post_id INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER search_queue_insert AFTER INSERT ON posts BEGIN
  INSERT INTO search_queue VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER search_queue_update AFTER UPDATE OF title, excerpt, content ON posts
WHEN OLD.title <> NEW.title OR OLD.excerpt <> NEW.excerpt OR OLD.content <> NEW.content BEGIN
  INSERT INTO search_queue VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER search_queue_delete AFTER DELETE ON posts BEGIN
  INSERT INTO search_queue VALUES (OLD.id) ON CONFLICT DO NOTHING;
END;

-- The journal: one entry a transaction, one row image a changed row. \`seq\` is the order of change. The newest entry
-- always stays, so that no number is used twice.
CREATE TABLE journal (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  author TEXT NOT NULL,
  origin TEXT NOT NULL,
  token TEXT NOT NULL DEFAULT '',
  summary TEXT NOT NULL,
  -- What it touched, as people name it: a list of {kind, id, op}, of very many only the first. Made from the row images.
  items TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(items)),
  item_count INTEGER NOT NULL DEFAULT 0,
  undoes INTEGER REFERENCES journal (id),
  undone_by INTEGER REFERENCES journal (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX journal_undoes ON journal (undoes) WHERE undoes IS NOT NULL;
-- Without it every new entry would read the whole journal for the deferred key.
CREATE INDEX journal_undone_by ON journal (undone_by) WHERE undone_by IS NOT NULL;

-- A row written outside a transaction of the journal has no entry: its COMMIT fails.
CREATE TABLE journal_rows (
  seq INTEGER PRIMARY KEY,
  entry INTEGER NOT NULL REFERENCES journal (id) DEFERRABLE INITIALLY DEFERRED,
  tbl TEXT NOT NULL,
  key TEXT NOT NULL,
  op TEXT NOT NULL CHECK (op = 'insert' OR op = 'update' OR op = 'delete'),
  old TEXT
) STRICT;
CREATE INDEX journal_rows_entry ON journal_rows (entry);
CREATE INDEX journal_rows_key ON journal_rows (tbl, key);

-- Which entries touched an item. No key on the entry: pruning removes a range of entries with one statement.
CREATE TABLE journal_items (
  kind TEXT NOT NULL,
  item TEXT NOT NULL,
  entry INTEGER NOT NULL,
  PRIMARY KEY (kind, item, entry)
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('administrator', 'editor', 'author', 'contributor', 'subscriber')),
  hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  last_used TEXT,
  expires_at TEXT,
  revoked_at TEXT
) STRICT;
`;
