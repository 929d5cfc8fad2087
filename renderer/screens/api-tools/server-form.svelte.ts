import type { ServerOptions } from '../../../core/schema/settings/server.ts';
import { api } from '../../lib/api/api.ts';
import { draftsOf } from '../../lib/kept-drafts.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';

/** The editable server options. With an empty port the server chooses. */
export type ServerForm = Omit<ServerOptions, 'base_url' | 'read_only' | 'check' | 'unconfirmed' | 'port'> & {
  port: number | null;
};

export interface ServerAccess {
  form: ServerForm;
  /** From the response: allowed for the window and a signed-in page, not for a token. */
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

/** The unsaved edits, kept while another screen is shown. */
export const drafts = draftsOf<'server', ServerForm>('api-tools');

/** The editable part of a response. */
export function serverForm(options: ServerOptions): ServerForm {
  const { base_url: _url, read_only: _state, check: _check, unconfirmed: _unconfirmed, ...form } = options;
  return form;
}
