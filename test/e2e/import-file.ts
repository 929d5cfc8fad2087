import { expect } from 'vitest';
import type { App } from './app.ts';

/** Imports a file of this name and text as another program does, and returns when that is done. For a page in a browser. */
export async function importFile({ page, api }: App, name: string, text: string, query = ''): Promise<void> {
  // The page is signed in once it has changed its code for a token.
  await page.waitForFunction(() => sessionStorage.getItem('polydesk.session') !== null);
  const job = await page.evaluate(
    async ([file = '', body = '', search = '']) => {
      const headers = {
        authorization: `Bearer ${sessionStorage.getItem('polydesk.session') ?? ''}`,
        'content-disposition': `attachment; filename="${file}"`,
        'content-type': 'application/xml',
      };
      const answer = await fetch(`/wp-json/polydesk/v1/imports${search}`, { method: 'POST', headers, body });
      return ((await answer.json()) as { job: number }).job;
    },
    [name, text, query],
  );
  const state = async () => (await api<{ state: string }>('GET', `/polydesk/v1/jobs/${job}`)).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
}
