// A site with a memory and a glossary, and round trips of their files.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DeskImport } from '../../../core/schema/desk/files.ts';
import type { DeskFormatId } from '../../../core/transfer/desk/formats.ts';
import type { Dict } from '../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../support/content-bench.ts';
import { bodyOf } from '../../support/engine.ts';
import { temporaryFolder } from '../support.ts';

export interface DeskBench extends ContentBench {
  /** What an export holds. */
  send(format: DeskFormatId, options?: Dict): string;
  /** Takes a file in; what came of it. */
  take(text: string | Buffer, query?: Dict, name?: string): DeskImport & { entry: number | null };
  /** The job that takes it in, once it is over. */
  upload(text: string | Buffer, query: Dict, name: string): Dict;
  /** Why it is refused. */
  refused(text: string | Buffer): Dict;
  /** An English post and its French version; their numbers. */
  pair(english: string, french: string): { en: number; fr: number };
  /** The best matches of a text. */
  matches(text: string, from?: string, to?: string): { score: number; target: string; origin: { title: string } }[];
  books(): { id: number; name: string; entries: number; file: string; tool: string; imported_at: string }[];
  latest(): number;
}

export function openDeskBench(locales = ['en_US', 'fr_FR', 'de_DE']): DeskBench {
  const bench = openContentBench(locales);
  const folder = temporaryFolder();
  const { engine, admin, must } = bench;
  const upload = (text: string | Buffer, query: Dict, name: string): Dict => {
    const path = join(folder.path, crypto.randomUUID());
    writeFileSync(path, text);
    const file = { path, name, type: 'application/octet-stream', size: text.length };
    const headers = { 'content-disposition': `attachment; filename="${name}"`, 'content-type': file.type };
    const answer = engine.dispatch({ method: 'POST', path: '/polydesk/v1/imports', query, headers, file }, admin);
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    return must('GET', `/polydesk/v1/jobs/${String(bodyOf(answer)['job'])}`);
  };
  const close = engine.close.bind(engine);
  engine.close = () => {
    close();
    folder.remove();
  };
  const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
  return Object.assign(bench, {
    upload,
    send(format: DeskFormatId, options: Dict = {}): string {
      const { job } = must('POST', '/polydesk/v1/exports', { format, ...options });
      expect(must('GET', `/polydesk/v1/jobs/${String(job)}`)).toMatchObject({ state: 'done' });
      const { file } = engine.dispatch({ method: 'GET', path: `/polydesk/v1/jobs/${String(job)}/file` }, admin);
      const copy = join(folder.path, crypto.randomUUID());
      copyFileSync(file?.path ?? '', copy);
      return readFileSync(copy, 'utf8');
    },
    take(text: string | Buffer, query: Dict = {}, name = 'agency.tmx') {
      const job = upload(text, query, name);
      expect(job, JSON.stringify(job['report'])).toMatchObject({ kind: 'desk-import', state: 'done' });
      return { ...(job['report'] as DeskImport), entry: job['entry'] as number | null };
    },
    refused(text: string | Buffer) {
      const job = upload(text, {}, 'file');
      expect(job).toMatchObject({ state: 'failed', entry: null });
      return job['report'] as Dict;
    },
    pair(english: string, french: string) {
      const add = (body: Dict): number => must('POST', '/wp/v2/posts', { status: 'publish', ...body })['id'] as number;
      const en = add({ title: 'Lamp', content: paragraph(english), lang: 'en' });
      return { en, fr: add({ title: 'Lampe', content: paragraph(french), lang: 'fr', translations: { en } }) };
    },
    matches(text: string, from = 'en', to = 'fr') {
      const answer = engine.dispatch(
        { method: 'POST', path: '/polydesk/v1/memory/lookup', body: { from, to, text } },
        admin,
      );
      expect(answer.status).toBe(200);
      return answer.body as ReturnType<DeskBench['matches']>;
    },
    books: () => must('GET', '/polydesk/v1/memory')['books'] as ReturnType<DeskBench['books']>,
    latest: () => must('GET', '/polydesk/v1/changes')['latest'] as number,
  });
}
