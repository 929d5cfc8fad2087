/**
 * The strings of the site are texts that the memory learns (`contract/extras.md`, `/memory`), all together: their lists are stored
 * whole. What a table may hold cannot be altered, so the queue is made again with what waits in it.
 */
const learn = `
  INSERT INTO memory_queue (turn, kind, id)
  SELECT (SELECT coalesce(max(turn), 0) + 1 FROM memory_queue), 'strings', 0 WHERE TRUE
  ON CONFLICT (kind, id) DO UPDATE SET turn = excluded.turn;`;

const trigger = (name: string, event: string, when = 'TRUE') => `
CREATE TRIGGER memory_strings_${name} AFTER ${event} WHEN ${when} BEGIN ${learn} END;`;
const isList = (row: 'NEW' | 'OLD') => `${row}.key = '_pll_strings_translations'`;
/** What is a string by itself, whether a list names it or not. */
const isOfSite = (row: 'NEW' | 'OLD') => `${row}.name IN ('title', 'description', 'date_format', 'time_format')`;

export const sql = /* sql */ `
CREATE TABLE memory_waiting AS SELECT turn, kind, id FROM memory_queue;
DROP TABLE memory_queue;
CREATE TABLE memory_queue (
  turn INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('group', 'entry', 'strings')),
  id INTEGER NOT NULL,
  UNIQUE (kind, id)
) STRICT;
INSERT INTO memory_queue (turn, kind, id) SELECT turn, kind, id FROM memory_waiting;
DROP TABLE memory_waiting;
INSERT INTO memory_queue (turn, kind, id)
SELECT (SELECT coalesce(max(turn), 0) + 1 FROM memory_queue), 'strings', 0
WHERE EXISTS (SELECT 1 FROM term_meta WHERE key = '_pll_strings_translations');
${trigger('insert', 'INSERT ON term_meta', isList('NEW'))}
${trigger('update', 'UPDATE ON term_meta', `(${isList('NEW')} OR ${isList('OLD')})`)}
${trigger('delete', 'DELETE ON term_meta', isList('OLD'))}
${trigger('option_insert', 'INSERT ON options', isOfSite('NEW'))}
${trigger('option_update', 'UPDATE ON options', isOfSite('NEW'))}
${trigger('option_delete', 'DELETE ON options', isOfSite('OLD'))}
${trigger('language_insert', 'INSERT ON languages')}
${trigger('language_update', 'UPDATE OF locale ON languages')}
${trigger('language_delete', 'DELETE ON languages')}

-- Sources of groups and strings are in the default language: with another one, the memory is rebuilt.
CREATE TRIGGER memory_default_language AFTER UPDATE OF default_language_id ON site
WHEN OLD.default_language_id IS NOT NEW.default_language_id BEGIN
  UPDATE memory_stamp SET stamp = '';
END;
`;
