import Copy from '@lucide/svelte/icons/copy';
import type { Command } from '../lib/commands.svelte.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import { copyCells } from './copy.ts';

/** Ctrl+C in a list: copies its cells, unless text is selected, which the browser copies. */
export function copyCommand(list: Parameters<typeof copyCells>[0], isHere: () => boolean): Command {
  return {
    id: 'matrix.copy',
    title: t('content.key.copy'),
    icon: Copy,
    keys: 'Ctrl+C',
    isEnabled: () => isHere() && list.active.row >= 0 && (document.getSelection()?.isCollapsed ?? true),
    run: () => void copyCells(list),
  };
}
