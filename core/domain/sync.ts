import type { Site } from '../site.ts';

/** Pushes the enabled data of a saved item to the other members of its group (`content.md` 6). */
export function synchronise(_site: Site, _postId: number): void {
  // Filled by the part of the work that builds synchronisation.
}
