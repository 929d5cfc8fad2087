/**
 * The live site that this one is a copy of (`live-site.md` 3): its identity, what both sides had in common, what is there now,
 * the resulting comparison, and what was chosen and sent. Only `live_bases` is journalled: undoing a pull restores content and
 * base.
 */
const CONNECTED = `EXISTS (SELECT 1 FROM live_sites WHERE connected = 1)`;

/** Queues what has to be compared again. @param from the end of a statement that begins with the kind and the key */
const queue = (from: string) => `INSERT INTO live_queue (kind, uuid) ${from} ON CONFLICT DO NOTHING;`;

const post = (id: string) => queue(`SELECT 'post', uuid FROM posts WHERE id = ${id}`);
const term = (id: string) =>
  queue(`SELECT 'term', uuid FROM terms WHERE id = ${id} AND taxonomy <> 'language' AND taxonomy <> 'term_language'`);
const member = (row: string) => `${post(`${row}.post_id`)} ${term(`${row}.term_id`)}`;
/** Every item of a group references all others. */
const group = (id: string) => `
  ${queue(`SELECT 'post', p.uuid FROM item_languages AS i JOIN posts AS p ON p.id = i.post_id WHERE i.group_id = ${id}`)}
  ${queue(`SELECT 'term', t.uuid FROM item_languages AS i JOIN terms AS t ON t.id = i.term_id WHERE i.group_id = ${id}`)}`;
const language = (id: string) => queue(`SELECT 'language', slug FROM terms WHERE id = ${id} AND taxonomy = 'language'`);
const settings = (name: string) => queue(`SELECT 'settings', '${name}' WHERE TRUE`);

const trigger = (name: string, event: string, work: string, when = 'TRUE') => `
CREATE TRIGGER live_${name} AFTER ${event} WHEN ${when} AND ${CONNECTED} BEGIN ${work} END;`;

/** Triggers for all three kinds of change. @param work for NEW; for a deleted row the same for OLD */
const always = (name: string, table: string, work: (row: 'OLD' | 'NEW') => string) =>
  [
    trigger(`${name}_insert`, `INSERT ON ${table}`, work('NEW')),
    trigger(`${name}_update`, `UPDATE ON ${table}`, work('NEW')),
    trigger(`${name}_delete`, `DELETE ON ${table}`, work('OLD')),
  ].join('');

const IS_LANGUAGE = `OLD.taxonomy = 'language'`;
/** Leaves out columns that are only counted or derived here: they are not part of the site. */
const POST_COLUMNS = `type, status, slug, title, content, excerpt, date, date_gmt, floating, author, parent, menu_order, password,
  comment_status, ping_status, template, format, sticky, featured_media`;

export const sql = /* sql */ `
CREATE TABLE live_sites (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Address without trailing slash, and root of its REST API.
  url TEXT NOT NULL,
  root TEXT NOT NULL,
  user TEXT NOT NULL,
  -- Id in the secret store; "" if none is stored.
  secret TEXT NOT NULL DEFAULT '',
  network TEXT NOT NULL CHECK (network IN ('public', 'private', 'loopback')),
  connected INTEGER NOT NULL CHECK (connected IN (0, 1)),
  -- Capabilities of the site and of the user, as probed; JSON.
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  -- Progress of checks: JSON.
  cursors TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(cursors)),
  -- The first number for items created here; the previous sequences, as JSON.
  born_from INTEGER NOT NULL,
  sequences TEXT NOT NULL CHECK (json_valid(sequences)),
  connected_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX live_sites_connected ON live_sites (connected) WHERE connected = 1;

-- Maps remote ids to UUIDs. Append-only: facts about the live site survive undo and restore. A shell was created there by an
-- unfinished push.
CREATE TABLE live_ids (
  live INTEGER NOT NULL REFERENCES live_sites (id),
  kind TEXT NOT NULL CHECK (kind IN ('post', 'term')),
  remote_id INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  shell INTEGER NOT NULL DEFAULT 0 CHECK (shell IN (0, 1)),
  PRIMARY KEY (live, kind, remote_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX live_ids_uuid ON live_ids (live, kind, uuid);

-- Items in the canonical form of both sides: JSON, deflated.
CREATE TABLE live_bodies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hash TEXT NOT NULL UNIQUE,
  zip BLOB NOT NULL
) STRICT;

-- The last common state of both sides. here_body: the body here, if the site stored something other than was sent.
-- The key of a language is its code, that of settings their name.
CREATE TABLE live_bases (
  live INTEGER NOT NULL,
  kind TEXT NOT NULL,
  uuid TEXT NOT NULL,
  body INTEGER NOT NULL,
  here_body INTEGER,
  modified TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (live, kind, uuid)
) STRICT, WITHOUT ROWID;

-- The current state there if it differs from the base. Without a body it is gone there, or unreadable.
CREATE TABLE live_seen (
  live INTEGER NOT NULL,
  kind TEXT NOT NULL,
  uuid TEXT NOT NULL,
  -- Post type or taxonomy.
  type TEXT NOT NULL DEFAULT '',
  body INTEGER,
  found TEXT NOT NULL CHECK (found IN ('there', 'gone', 'unreadable')),
  modified TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (live, kind, uuid)
) STRICT, WITHOUT ROWID;

-- Derived: what differs, and what has to be compared again.
CREATE TABLE live_states (
  live INTEGER NOT NULL,
  kind TEXT NOT NULL,
  uuid TEXT NOT NULL,
  -- Conflicts come first in every list.
  rank INTEGER NOT NULL,
  state TEXT NOT NULL,
  type TEXT NOT NULL,
  lang TEXT NOT NULL,
  title TEXT NOT NULL,
  -- Names of the fields that differ, as JSON.
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  -- Number here; 0 for none.
  item_id INTEGER NOT NULL,
  -- Hashes of both sides as compared; "" on a side without it.
  here TEXT NOT NULL,
  there TEXT NOT NULL,
  -- The key of a similar item on the other side.
  twin TEXT NOT NULL DEFAULT '',
  -- Why it cannot be sent or taken over, as JSON; NULL if it can.
  hindrance TEXT CHECK (json_valid(hindrance)),
  PRIMARY KEY (live, kind, uuid)
) STRICT, WITHOUT ROWID;
CREATE INDEX live_states_list ON live_states (live, rank, type, title, uuid);
CREATE TABLE live_counts (
  live INTEGER NOT NULL,
  state TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (live, state)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER live_counts_insert AFTER INSERT ON live_states BEGIN
  INSERT INTO live_counts VALUES (NEW.live, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER live_counts_update AFTER UPDATE OF state ON live_states WHEN OLD.state <> NEW.state BEGIN
  UPDATE live_counts SET n = n - 1 WHERE live = OLD.live AND state = OLD.state;
  INSERT INTO live_counts VALUES (NEW.live, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER live_counts_delete AFTER DELETE ON live_states BEGIN
  UPDATE live_counts SET n = n - 1 WHERE live = OLD.live AND state = OLD.state;
END;
CREATE TABLE live_queue (
  kind TEXT NOT NULL,
  uuid TEXT NOT NULL,
  PRIMARY KEY (kind, uuid)
) STRICT, WITHOUT ROWID;

-- The decision for a line: JSON, "here", or a map of fields. It is valid until one of the sides changes.
CREATE TABLE live_choices (
  live INTEGER NOT NULL,
  kind TEXT NOT NULL,
  uuid TEXT NOT NULL,
  choice TEXT NOT NULL CHECK (json_valid(choice)),
  here TEXT NOT NULL,
  there TEXT NOT NULL,
  PRIMARY KEY (live, kind, uuid)
) STRICT, WITHOUT ROWID;

-- Checks, pulls and pushes, which survive a restart.
CREATE TABLE live_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  live INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('check', 'pull', 'push', 'undo', 'files')),
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done', 'failed', 'stopped')),
  phase TEXT NOT NULL DEFAULT '',
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  -- Until when the run waits at the request of the site; "" if not waiting.
  waiting_until TEXT NOT NULL DEFAULT '',
  input TEXT NOT NULL CHECK (json_valid(input)),
  report TEXT CHECK (json_valid(report)),
  -- The entry of the history, the run it undoes, the user who started it.
  entry INTEGER,
  undoes INTEGER,
  author TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX live_runs_kind ON live_runs (live, kind, id);

-- The steps of a push, in order: stored before sending, and after the response.
CREATE TABLE live_steps (
  run INTEGER NOT NULL REFERENCES live_runs (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  uuid TEXT NOT NULL,
  -- update, shell, term, group, media, language, settings, delete
  action TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('planned', 'sent', 'done', 'skipped', 'conflict', 'failed')),
  remote_id INTEGER NOT NULL DEFAULT 0,
  -- Bodies: the previous one there, the one sent, the one returned.
  before INTEGER,
  sent INTEGER,
  answer INTEGER,
  -- Other input of the step, and its result, as JSON.
  input TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(input)),
  result TEXT CHECK (json_valid(result)),
  at TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;

${trigger('post_insert', 'INSERT ON posts', queue(`VALUES ('post', NEW.uuid)`))}
${trigger('post_update', `UPDATE OF ${POST_COLUMNS} ON posts`, queue(`VALUES ('post', NEW.uuid)`))}
${trigger('post_delete', 'DELETE ON posts', queue(`VALUES ('post', OLD.uuid)`))}
${always('post_meta', 'post_meta', (row) => post(`${row}.post_id`))}
${always('post_terms', 'post_terms', (row) => post(`${row}.post_id`))}
${always('media', 'media', (row) => post(`${row}.post_id`))}
${always('term', 'terms', (row) =>
  queue(
    `SELECT CASE ${row}.taxonomy WHEN 'language' THEN 'language' ELSE 'term' END,
       CASE ${row}.taxonomy WHEN 'language' THEN ${row}.slug ELSE ${row}.uuid END WHERE ${row}.taxonomy <> 'term_language'`,
  ),
)}
${trigger('language_renamed', 'UPDATE OF slug ON terms', queue(`VALUES ('language', OLD.slug)`), IS_LANGUAGE)}
${always('term_meta', 'term_meta', (row) => term(`${row}.term_id`))}
${always('language', 'languages', (row) => language(`${row}.term_id`))}
${always('member', 'item_languages', (row) => `${member(row)} ${group(`${row}.group_id`)}`)}
${trigger('member_moved', 'UPDATE OF group_id ON item_languages', group('OLD.group_id'))}
-- Undoing a pull restores them.
${always('base', 'live_bases', (row) => queue(`VALUES (${row}.kind, ${row}.uuid)`))}
${always('settings', 'settings', () => settings('languages'))}
${always('options', 'options', () => settings('site'))}
${trigger('site', 'UPDATE OF default_language_id, default_category_id ON site', `${settings('languages')} ${settings('site')}`)}
`;
