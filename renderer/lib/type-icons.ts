import type { LucideIcon } from '@lucide/svelte';
import Copy from '@lucide/svelte/icons/copy';
import FileText from '@lucide/svelte/icons/file-text';
import Folder from '@lucide/svelte/icons/folder';
import Image from '@lucide/svelte/icons/image';
import Layers from '@lucide/svelte/icons/layers';
import Tag from '@lucide/svelte/icons/tag';

const known: Record<string, LucideIcon> = { page: Copy, attachment: Image, category: Folder, post_tag: Tag };

/** The icon of a post type or taxonomy, the same everywhere. */
export function typeIcon({ kind, type }: { kind: string; type: string }): LucideIcon {
  return known[type] ?? (kind === 'post' ? FileText : Layers);
}
