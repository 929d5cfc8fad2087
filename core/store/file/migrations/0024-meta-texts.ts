/** Custom fields are texts that the memory learns (`contract/extras.md`, files for translators). */
const learn = (kind: 'post' | 'term', row: 'NEW' | 'OLD') => `
  INSERT INTO memory_queue (turn, kind, id)
  SELECT (SELECT coalesce(max(turn), 0) + 1 FROM memory_queue), 'group', group_id
  FROM item_languages WHERE kind = '${kind}' AND item_id = ${row}.${kind}_id
  ON CONFLICT (kind, id) DO UPDATE SET turn = excluded.turn;`;

/** Keys with a leading underscore are for programs. */
const ofPeople = (row: 'NEW' | 'OLD') => `WHEN substr(${row}.key, 1, 1) <> '_'`;

const triggers = (kind: 'post' | 'term') => `
CREATE TRIGGER memory_${kind}_meta_insert AFTER INSERT ON ${kind}_meta ${ofPeople('NEW')} BEGIN ${learn(kind, 'NEW')} END;
CREATE TRIGGER memory_${kind}_meta_update AFTER UPDATE ON ${kind}_meta ${ofPeople('NEW')} BEGIN ${learn(kind, 'NEW')} END;
CREATE TRIGGER memory_${kind}_meta_delete AFTER DELETE ON ${kind}_meta ${ofPeople('OLD')} BEGIN ${learn(kind, 'OLD')} END;`;

export const sql = /* sql */ `
${triggers('post')}
${triggers('term')}
`;
