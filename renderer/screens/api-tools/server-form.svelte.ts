import type { ServerOptions } from '../../../core/schema/settings/server.ts';
import { api } from '../../lib/api/api.ts';
import { draftsOf } from '../../lib/kept-drafts.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';

/** What of the server can be edited. An empty port lets the server choose. */
export type ServerForm = Omit<ServerOptions, 'base_url' | 'read_only' | 'check' | 'unconfirmed' | 'port'> & {
  port: number | null;
};

export interface ServerAccess {
  form: ServerForm;
  /** Told by the answer itself: the window and a signed-in page may, a token may not. */
  mayChange: boolean;
}

/** The options as a form, and the right to change them. */
export const server = new Resource<ServerAccess>(
  async () => {
    const { body, headers } = await api.list('/polydesk/v1/server');
    return { form: serverForm(body), mayChange: (headers['allow'] ?? '').includes('PATCH') };
  },
  { kinds: ['server'] },
);

/** The edits. They stay while another screen is shown. */
export const drafts = draftsOf<'server', ServerForm>('api-tools');

/** The editable part of an answer. */
export function serverForm(options: ServerOptions): ServerForm {
  const { base_url: _url, read_only: _state, check: _check, unconfirmed: _unconfirmed, ...form } = options;
  return form;
}
