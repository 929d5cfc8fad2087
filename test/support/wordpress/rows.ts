// The responses of the WordPress stand-in, compared with `docs/contract/live-wordpress.md`: a row for each line of that page,
// with its section. Section 5 is about time, 6 about the importer's screen: neither is the REST API's (`test/transfer/` covers
// our WXR).
import { afterEach, test } from 'vitest';
import { openWordPress, type AskOptions, type WordPress } from './server.ts';
import type { Body, WpOptions } from './site.ts';

export interface Answer {
  status: number;
  body: Body & { id: number };
  headers: Headers;
}
export type Ask = (method: string, path: string, body?: Body, options?: AskOptions) => Promise<Answer>;

/** One line of the page: what is done, and what is expected of it. */
export type Row = [
  section: string,
  line: string,
  options: WpOptions,
  check: (ask: Ask, site: WordPress) => Promise<void>,
];

export const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
export const JSON_HEAD = { 'content-type': 'application/json' };
export const pro: WpOptions = { surface: 'pro' };

export const names = (answer: Answer): unknown[] =>
  (answer.body as unknown as Body[]).map((one) => one['name'] ?? one['slug']);
export const langOf = ({ site }: WordPress, id: number): string | undefined => site.posts.get(id)?.lang;

export function upload(ask: Ask, name: string, bytes = PNG, headers: Record<string, string> = {}): Promise<Answer> {
  const said = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"`, ...headers };
  return ask('POST', '/wp/v2/media', undefined, { raw: bytes, headers: said });
}

/** Runs rows, each on a site of its own. */
export function testRows(rows: Row[]): void {
  let wp: WordPress | undefined;
  afterEach(async () => {
    await wp?.close();
    wp = undefined;
  });
  test.each(rows)('%s: %s', async (_section, _line, options, check) => {
    wp = await openWordPress(options);
    await check(wp.ask, wp);
  });
}
