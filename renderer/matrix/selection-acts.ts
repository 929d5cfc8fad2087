import Check from '@lucide/svelte/icons/check';
import Copy from '@lucide/svelte/icons/copy';
import Download from '@lucide/svelte/icons/download';
import Globe from '@lucide/svelte/icons/globe';
import Sparkles from '@lucide/svelte/icons/sparkles';
import Trash from '@lucide/svelte/icons/trash-2';
import { t } from '../lib/messages/messages.svelte.ts';
import type { MenuItem } from '../ui/overlays/menu.ts';
import { confirmChosen } from './bulk.ts';
import type { Matrix, OpenDialog } from './matrix.svelte.ts';

/** The actions for the selected rows by name; undefined if the list does not have one. */
export function actsOfSelection(matrix: Matrix) {
  const open = (kind: Exclude<OpenDialog['kind'], 'link' | 'delete'>) => () => (matrix.dialog = { kind });
  const disabled = !(matrix.isTranslated && matrix.query.state !== 'no_language');
  const isWrite = true;
  const act = (label: string, run: () => void, more: Partial<MenuItem> = {}): MenuItem => ({
    label,
    run,
    isWrite,
    ...more,
  });
  return {
    translate: act(t('content.bulk.translate'), open('translate'), { icon: Sparkles, disabled }),
    language: matrix.isTranslated ? act(t('content.bulk.language'), open('language'), { icon: Globe }) : undefined,
    confirm: act(t('content.bulk.confirm'), () => void confirmChosen(matrix), { icon: Check, disabled }),
    status: matrix.isMedia ? undefined : act(t('content.bulk.status'), open('status')),
    machine: matrix.isMedia
      ? undefined
      : act(t('content.bulk.machine'), open('machine'), { icon: Sparkles, keys: 'M', disabled }),
    duplicate: act(t('content.bulk.duplicate'), open('duplicate'), { icon: Copy, disabled }),
    exported: act(t('content.bulk.export'), open('export'), { icon: Download, isWrite: false }),
    trash: act(t(matrix.isMedia ? 'media.delete' : 'content.bulk.trash'), open('trash'), {
      icon: Trash,
      keys: 'Delete',
      isDanger: true,
    }),
  };
}

/** All available actions, with destructive ones separate. */
export function selectionActs(matrix: Matrix): [acts: MenuItem[], danger: MenuItem[]] {
  const { trash, ...others } = actsOfSelection(matrix);
  const acts = Object.values(others).filter((act) => act !== undefined);
  return [acts.filter(({ disabled }) => disabled !== true), [trash]];
}
