import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { SYNC_ITEMS } from '../../../core/schema/settings/settings.ts';
import SyncedFields from '../../../renderer/screens/content/SyncedFields.svelte';
import { fakeEngine } from '../helpers.ts';

const type = {
  kind: 'post',
  type: 'page',
  base: 'pages',
  name: 'Pages',
  one: 'Page',
  hierarchical: true,
  taxonomies: [],
};

test('the template is listed with what is the same in every version', async () => {
  const item = { template: 'wide.php', menu_order: 3, comment_status: 'closed' };
  fakeEngine(({ path }) => ({ body: path === '/pll/v1/settings' ? { sync: [...SYNC_ITEMS] } : item }));
  await render(SyncedFields, { type: type as never, id: 1 });
  await expect.element(page.getByText('wide.php')).toBeVisible();
});
