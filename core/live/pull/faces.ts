import { bodyById, type Known } from '../../store/live/items.ts';
import type { Site } from '../../site.ts';
import { unpack } from '../body.ts';
import { isSame, type Fields } from '../compare.ts';

/** Fields that the other side stored differently, with their local values (`live-site.md` 3, two faces). */
export function facesOf({ db }: Site, { here_body }: Pick<Known, 'here_body'>, base: Fields): Fields {
  const stored = here_body === null ? undefined : bodyById(db, here_body);
  const face = stored ? unpack(stored.zip).fields : {};
  return Object.fromEntries(Object.entries(face).filter(([name, value]) => !isSame(value, base[name])));
}
