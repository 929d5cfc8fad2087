// The views of an item.
import type { View } from './document.svelte.ts';
import type { Editor } from './editor.svelte.ts';

/** The views that an item has, in the order of the switch. */
export function viewsOf(editor: Editor): View[] {
  const hasContent = editor.item.content !== undefined;
  return [
    'blocks',
    ...(editor.canWrite ? (['write'] as const) : []),
    ...(hasContent ? (['page'] as const) : []),
    'html',
    'preview',
    ...(editor.isNew ? [] : (['history'] as const)),
  ];
}

/** The next view; after the last one the first. */
export function nextView(editor: Editor): View {
  const views = viewsOf(editor);
  return views[(views.indexOf(editor.document.view) + 1) % views.length] ?? 'blocks';
}
