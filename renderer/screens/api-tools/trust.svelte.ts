import type { UnconfirmedAccess, Confirmation } from '../../../core/schema/site/trust.ts';
import { api } from '../../lib/api/api.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { server } from './server-form.svelte.ts';
import { tokens } from './tokens.svelte.ts';

/** What came in the site file and is not confirmed on this computer. */
export const unconfirmed = new Resource<UnconfirmedAccess>(() => api.get('/polydesk/v1/trust'), { kinds: ['server'] });

/** Confirms it for this computer. No notice tells of that, so what shows it is read again. */
export async function confirmAccess(chosen: Confirmation): Promise<void> {
  const { body } = await api.post('/polydesk/v1/trust', chosen);
  unconfirmed.set(body);
  await Promise.all([site.server.reload(), tokens.reload(), server.reload()]);
}
