// Saved filters of the site (`polydesk/v1/views`).
import { api } from '../../lib/api/api.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { withToast } from '../../matrix/acts.ts';
import type { Read } from '../../lib/api/answers.ts';

/** A named filter. */
export type View = Read<'/polydesk/v1/views'>['views'][number];

export async function readViews(): Promise<View[]> {
  return (await api.get('/polydesk/v1/views')).views;
}

/** Adds a view, replacing one of the same name on the same screen. */
export async function saveView(view: Omit<View, 'id'>): Promise<boolean> {
  return withToast(
    async () => {
      const others = (await readViews()).filter(({ name, screen }) => name !== view.name || screen !== view.screen);
      return api.put('/polydesk/v1/views', { views: [...others, { id: crypto.randomUUID(), ...view }] });
    },
    t('content.views.saved', { name: view.name }),
  );
}

export async function removeView(id: string): Promise<boolean> {
  return withToast(async () => {
    const others = (await readViews()).filter((each) => each.id !== id);
    return api.put('/polydesk/v1/views', { views: others });
  }, t('content.views.removed'));
}
