/** Translated strings are compared with those of the live site whenever one of them changes (`live-site.md` 11). */
const CONNECTED = `EXISTS (SELECT 1 FROM live_sites WHERE connected = 1)`;
const QUEUE = `INSERT INTO live_queue (kind, uuid) VALUES ('settings', 'strings') ON CONFLICT DO NOTHING;`;

const trigger = (name: string, event: string, when = 'TRUE') => `
CREATE TRIGGER live_strings_${name} AFTER ${event} WHEN ${when} AND ${CONNECTED} BEGIN ${QUEUE} END;`;
const isList = (row: 'OLD' | 'NEW') => `${row}.key = '_pll_strings_translations'`;

export const sql = /* sql */ `
${trigger('insert', 'INSERT ON term_meta', isList('NEW'))}
${trigger('update', 'UPDATE ON term_meta', `(${isList('NEW')} OR ${isList('OLD')})`)}
${trigger('delete', 'DELETE ON term_meta', isList('OLD'))}
${trigger('language_insert', 'INSERT ON languages')}
${trigger('language_delete', 'DELETE ON languages')}
`;
