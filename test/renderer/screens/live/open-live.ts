import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../../../renderer/App.svelte';
import { openApi } from '../../../../renderer/lib/api/api.ts';
import { live } from '../../../../renderer/lib/live/live.svelte.ts';
import { app } from '../../../../renderer/lib/state.svelte.ts';
import { toasts } from '../../../../renderer/lib/toasts.svelte.ts';
import { plans } from '../../../../renderer/screens/live/plan/plan.svelte.ts';
import { serve, type DemoLive } from './demo-live.ts';

/** Opens the whole interface at the Live site screen, with this site as the response of the engine. */
export async function openLive(demo: DemoLive, item = '', commands: Parameters<typeof serve>[1] = {}) {
  await page.viewport(1440, 900);
  for (const { id } of toasts.list) toasts.close(id);
  live.fault = null;
  live.all.value = undefined;
  const engine = serve(demo, commands);
  history.replaceState(null, '', item ? `#/live/${item}` : '#/live');
  app.go('live', item);
  await openApi();
  // Lists and ticks live as long as the page.
  for (const plan of Object.values(plans)) {
    plan.forget();
    plan.narrow({ search: '', state: '', type: '', lang: undefined });
  }
  await render(App, {});
  return engine;
}
