// A site in two languages, and round trips of its files.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { HandoffDone, HandoffReview } from '../../../core/schema/site/handoff.ts';
import type { ReviewItem, ReviewLine } from '../../../core/schema/site/job.ts';
import type { HandoffFormatId } from '../../../core/transfer/handoff/formats.ts';
import type { Dict } from '../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../support/content-bench.ts';
import { bodyOf } from '../../support/engine.ts';
import { temporaryFolder } from '../support.ts';

export const FORMATS: HandoffFormatId[] = ['xliff12', 'xliff21', 'po', 'csv'];

export interface HandoffBench extends ContentBench {
  /** What an export holds. */
  send(format: HandoffFormatId, options?: Dict): string;
  /** The review of a file, with its lines. */
  review(text: string | Buffer, query?: Dict): HandoffReview & { job: number; lines: ReviewLine[] };
  /** The same; undefined for a file that is refused. */
  tryReview(text: string): HandoffReview | undefined;
  /** The same with the texts of each. */
  texts(text: string): ReviewItem[];
  /** Takes it in; the number of the entry, null for none. */
  take(text: string | Buffer, choices?: Dict): HandoffDone & { entry: number | null };
  /** Why it is refused. */
  refused(text: string | Buffer, query?: Dict): Dict;
  post(body: Dict): number;
  read(id: number): { title: string; content: string; excerpt: string; status: string };
  /** The version of an item in a language; 0 for none. */
  versionOf(id: number, lang?: string): number;
  state(id: number): string;
  latest(): number;
}

export function openHandoffBench(locales = ['en_US', 'fr_FR']): HandoffBench {
  const bench = openContentBench(locales);
  const folder = temporaryFolder();
  const { engine, admin, must } = bench;
  const jobOf = (id: unknown): Dict => must('GET', `/polydesk/v1/jobs/${String(id)}`);
  const done = (id: unknown): Dict => {
    const job = jobOf(id);
    expect(job, JSON.stringify(job['report'])).toMatchObject({ state: 'done' });
    return job;
  };
  const upload = (text: string | Buffer, query: Dict): unknown => {
    const path = join(folder.path, crypto.randomUUID());
    writeFileSync(path, text);
    const file = { path, name: 'file', type: 'application/octet-stream', size: text.length };
    const headers = { 'content-disposition': 'attachment; filename="file"', 'content-type': file.type };
    const answer = engine.dispatch({ method: 'POST', path: '/polydesk/v1/imports', query, headers, file }, admin);
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    return bodyOf(answer)['job'];
  };
  const handoffOf = <T>(job: Dict): T => (job['report'] as { handoff: T }).handoff;
  const linesOf = (job: unknown): ReviewLine[] => {
    const query = { per_page: 200 };
    const answer = engine.dispatch({ method: 'GET', path: `/polydesk/v1/jobs/${String(job)}/items`, query }, admin);
    expect(answer.status).toBe(200);
    return answer.body as ReviewLine[];
  };
  const review = (text: string | Buffer, query: Dict = {}) => {
    const id = upload(text, { preview: '1', ...query });
    return { job: Number(id), ...handoffOf<HandoffReview>(done(id)), lines: linesOf(id) };
  };
  const close = engine.close.bind(engine);
  engine.close = () => {
    close();
    folder.remove();
  };
  return Object.assign(bench, {
    send(format: HandoffFormatId, options: Dict = {}): string {
      const states = ['missing', 'needs_update', 'partial', 'draft', 'translated'];
      const { job } = must('POST', '/polydesk/v1/exports', { format, lang: 'fr', states, ...options });
      done(job);
      const { file } = engine.dispatch({ method: 'GET', path: `/polydesk/v1/jobs/${String(job)}/file` }, admin);
      const copy = join(folder.path, crypto.randomUUID());
      copyFileSync(file?.path ?? '', copy);
      return readFileSync(copy, 'utf8');
    },
    review,
    tryReview(text: string) {
      const job = jobOf(upload(text, { preview: '1' }));
      return job['state'] === 'done' && 'handoff' in (job['report'] as Dict)
        ? handoffOf<HandoffReview>(job)
        : undefined;
    },
    texts(text: string) {
      const { job, lines } = review(text);
      return lines.map(({ key }) => must('GET', `/polydesk/v1/jobs/${job}/items/${key}`) as unknown as ReviewItem);
    },
    take(text: string | Buffer, choices: Dict = {}) {
      const { job } = review(text);
      const started = must('POST', `/polydesk/v1/jobs/${job}/apply`, { choices });
      const applied = done(started['job']);
      return { ...handoffOf<HandoffDone>(applied), entry: applied['entry'] as number | null };
    },
    refused(text: string | Buffer, query: Dict = {}) {
      const job = jobOf(upload(text, { preview: '1', ...query }));
      expect(job).toMatchObject({ state: 'failed' });
      return job['report'] as Dict;
    },
    post: (body: Dict) => must('POST', '/wp/v2/posts', { status: 'publish', lang: 'en', ...body })['id'] as number,
    read(id: number) {
      const raw = (value: unknown): string => String((value as Dict)['raw']);
      const query = { context: 'edit' };
      const answer = engine.dispatch({ method: 'GET', path: `/wp/v2/posts/${id}`, query }, admin);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { title, content, excerpt, status } = bodyOf(answer);
      return { title: raw(title), content: raw(content), excerpt: raw(excerpt), status: String(status) };
    },
    versionOf(id: number, lang = 'fr') {
      const { items } = must('GET', `/polydesk/v1/items/post/${id}`) as { items: Record<string, { id: number }> };
      return items[lang]?.id ?? 0;
    },
    state: (id: number) => String(must('GET', `/polydesk/v1/staleness/post/${id}`)['state']),
    latest: () => must('GET', '/polydesk/v1/changes')['latest'] as number,
  });
}

/** A file in which each text is translated by this function, in whatever format. */
export function translated(text: string, translate: (source: string) => string): string {
  return text
    .replace(
      /<source>([^]*?)<\/source>\n(?:<target[^>]*>[^]*?<\/target>\n?)?/g,
      (_, source: string) => `<source>${source}</source>\n<target>${inTexts(source, translate)}</target>\n`,
    )
    .replace(/(msgctxt [^\n]+\n)msgid ("[^\n]*")\nmsgstr "[^\n]*"/g, (_, key: string, source: string) => {
      const said = inTexts(JSON.parse(source) as string, translate);
      return `${key}msgid ${source}\nmsgstr ${JSON.stringify(said)}`;
    });
}

/** Texts between marks. */
const inTexts = (marked: string, translate: (text: string) => string): string =>
  marked.replace(/(^|>|&\w+;)([^<>&]+)/g, (_, before: string, text: string) => before + translate(text));
