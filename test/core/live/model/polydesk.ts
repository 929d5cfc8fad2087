// A side of the model that is a Polydesk: what it stores, and requests of somebody who works with it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from '../../../../core/site.ts';
import type { Bench } from '../../../support/engine.ts';
import type { Answer, Stored } from './sides.ts';

type Row = Omit<Stored, 'categories'> & { categories: string };

const LANGUAGE = `coalesce(l.slug, '') AS lang, coalesce(i.group_id, 0) AS "group"`;
const READ = `
  SELECT 'post' AS kind, p.type, p.id, p.slug, p.title, p.content, p.excerpt, p.status, ${LANGUAGE}, p.featured_media AS featured,
    coalesce(m.alt_text, '') AS alt,
    (SELECT json_group_array(t.id) FROM post_terms AS x JOIN terms AS t ON t.id = x.term_id
     WHERE x.post_id = p.id AND t.taxonomy = 'category') AS categories
  FROM posts AS p LEFT JOIN media AS m ON m.post_id = p.id
    LEFT JOIN item_languages AS i ON i.kind = 'post' AND i.item_id = p.id LEFT JOIN terms AS l ON l.id = i.language_id
  UNION ALL
  SELECT 'term', t.taxonomy, t.id, t.slug, t.name, t.description, '', '', ${LANGUAGE}, 0, '', '[]'
  FROM terms AS t
    LEFT JOIN item_languages AS i ON i.kind = 'term' AND i.item_id = t.id LEFT JOIN terms AS l ON l.id = i.language_id
  ORDER BY 1, 3`;

export function readPolydesk({ db }: Site): Stored[] {
  const rows = db.prepare(READ).all() as Row[];
  return rows.map((row) => ({ ...row, categories: JSON.parse(row.categories) as number[] }));
}

/** @param path with its query */
export function askHere({ engine, admin }: Bench, method: string, path: string, body?: object): Answer {
  const { pathname, searchParams } = new URL(path, 'http://site');
  const query = Object.fromEntries(searchParams);
  return engine.dispatch({ method, path: pathname, query, ...(body && { body }) }, admin);
}

const folder = mkdtempSync(join(tmpdir(), 'polydesk-model-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export function uploadHere(
  { engine, admin }: Bench,
  name: string,
  bytes: Buffer,
  texts: Record<string, string>,
): Answer {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const request = {
    ...{ method: 'POST', path: '/wp/v2/media', headers: { 'content-type': 'multipart/form-data' }, body: texts },
    file: { path, name, type: 'image/png', size: bytes.length },
  };
  return engine.dispatch(request, admin);
}
