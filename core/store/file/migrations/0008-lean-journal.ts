/**
 * A small write touches three journal pages less: the images of an entry are stored together, and their lookup keys, the row and
 * the item, are indexed for many entries at a time.
 */
export const sql = /* sql */ `
ALTER TABLE journal_rows RENAME TO journal_rows_before;
-- One row image a changed row. \`seq\` is the order of change, over all entries. A row written outside a transaction of the
-- journal has no entry: its COMMIT fails.
CREATE TABLE journal_rows (
  entry INTEGER NOT NULL REFERENCES journal (id) DEFERRABLE INITIALLY DEFERRED,
  seq INTEGER NOT NULL,
  tbl TEXT NOT NULL,
  key TEXT NOT NULL,
  op TEXT NOT NULL CHECK (op = 'insert' OR op = 'update' OR op = 'delete'),
  old TEXT,
  PRIMARY KEY (entry, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO journal_rows (entry, seq, tbl, key, op, old)
SELECT entry, seq, tbl, key, op, old FROM journal_rows_before ORDER BY entry, seq;

-- Where the images of a row are: of those up to the one in journal_filed. Those behind it are few, and are looked through.
CREATE TABLE journal_keys (
  tbl TEXT NOT NULL,
  key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  entry INTEGER NOT NULL,
  PRIMARY KEY (tbl, key, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO journal_keys (tbl, key, seq, entry)
SELECT tbl, key, seq, entry FROM journal_rows_before INDEXED BY journal_rows_key WHERE tbl >= '' ORDER BY tbl, key, seq;
CREATE TABLE journal_filed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The last image in journal_keys.
  entry INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  -- The last entry whose items are in journal_items; of those behind it journal.items holds all.
  listed INTEGER NOT NULL
) STRICT;
INSERT INTO journal_filed
SELECT 1, coalesce((SELECT max(entry) FROM journal_rows), 0), coalesce((SELECT max(seq) FROM journal_rows_before), 0),
  coalesce((SELECT max(id) FROM journal), 0);
DROP TABLE journal_rows_before;

-- Images to be asked for by their row: the filed ones, and all.
CREATE VIEW journal_filed_images AS
SELECT k.tbl, k.key, k.seq, k.entry, r.op, r.old
FROM journal_keys AS k CROSS JOIN journal_rows AS r ON r.entry = k.entry AND r.seq = k.seq;
CREATE VIEW journal_images AS
SELECT tbl, key, seq, entry, op, old FROM journal_filed_images
UNION ALL
SELECT tbl, key, seq, entry, op, old FROM journal_rows WHERE entry > (SELECT entry FROM journal_filed)
UNION ALL
SELECT tbl, key, seq, entry, op, old FROM journal_rows
WHERE entry = (SELECT entry FROM journal_filed) AND seq > (SELECT seq FROM journal_filed);
`;
