import type { ServerOptions } from '../../../core/schema/server.ts';
import { api } from '../../lib/api.ts';
import { Draft } from '../../lib/draft.svelte.ts';
import { KeptDrafts } from '../../lib/kept-drafts.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import { app } from '../../lib/state.svelte.ts';

/** What of the server can be edited. An empty port lets the server choose. */
export type ServerForm = Omit<ServerOptions, 'base_url' | 'read_only' | 'port'> & { port: number | null };

export interface ServerAccess {
  form: ServerForm;
  /** Told by the answer itself: the window and a signed-in page may, a token may not. */
  mayChange: boolean;
}

/** The options as a form, and the right to change them. */
export const server = new Resource<ServerAccess>(
  async () => {
    const { body, headers } = await api.list<ServerOptions>('/polydesk/v1/server');
    return { form: serverForm(body), mayChange: (headers['allow'] ?? '').includes('PATCH') };
  },
  { kinds: ['server'] },
);

const drafts = new KeptDrafts<'server', ServerForm>(() => app.mark('api-tools', drafts.keys.length > 0));

/** The edits. They stay while another screen is looked at. */
export function serverDraft(form: ServerForm): Draft<ServerForm> {
  return drafts.of('server', () => new Draft(form));
}

/** The editable part of an answer. */
export function serverForm({ base_url: _address, read_only: _state, ...form }: ServerOptions): ServerForm {
  return form;
}
