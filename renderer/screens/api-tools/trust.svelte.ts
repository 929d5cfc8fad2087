import type { UnconfirmedAccess, Confirmation } from '../../../core/schema/site/trust.ts';
import { api } from '../../lib/api/api.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { server } from './server-form.svelte.ts';
import { tokens } from './tokens.svelte.ts';

/** Contents of the site file that are not confirmed on this computer. */
export const unconfirmed = new Resource<UnconfirmedAccess>(() => api.get('/polydesk/v1/trust'), { kinds: ['server'] });

/** Confirms them for this computer. There is no notice, so dependent data is reloaded. */
export async function confirmAccess(chosen: Confirmation): Promise<void> {
  const { body } = await api.post('/polydesk/v1/trust', chosen);
  unconfirmed.set(body);
  await Promise.all([site.server.reload(), tokens.reload(), server.reload()]);
}
