import type { Site } from '../../site.ts';
import { mediaById, recordsOfFile, uploadsSince } from '../../store/content/media.ts';
import { postById } from '../../store/content/posts.ts';
import { bodyById, knownOf } from '../../store/live/items.ts';
import { connectedSite, type LiveSiteRow } from '../../store/live/sites.ts';
import { queueTextsWith } from '../../store/live/states.ts';
import { idOfUuid } from '../../store/transfer/import.ts';
import { unpack } from '../body.ts';
import type { SiteFacts } from '../probe.ts';
import type { OwnFiles } from '../references.ts';

/** Undefined unless the site is connected to another Polydesk. Answers are cached: created for each batch of work. */
export function ownFiles(site: Site): OwnFiles | undefined {
  const live = connectedSite(site.db);
  if (!live || !isHub(live)) return undefined;
  const there = `${live.url}${FILES}`;
  let uploads: Map<string, string> | undefined;
  const pathOf = (record: number): string | undefined => {
    const uuid = postById(site.db, record)?.uuid;
    const { seen, base } = knownOf(site.db, live.id, { kind: 'post', uuid: uuid ?? '' });
    const stored = bodyById(site.db, seen ?? base ?? 0);
    const url = stored && unpack(stored.zip).more?.['source_url'];
    return typeof url === 'string' && url.startsWith(there) ? url.slice(there.length) : undefined;
  };
  const isOwn = (path: string): boolean => {
    const records = recordsOfFile(site.db, decoded(path));
    return records.length > 0 && records.every((id) => id >= live.born_from);
  };
  const pathThere = (path: string): string | undefined => {
    for (const record of recordsOfFile(site.db, decoded(path))) {
      const found = pathOf(record);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    ...{ here: `${site.serverUrl}${FILES}`, there, isOwn, pathThere },
    pathHere(path) {
      // As a rule it is the same.
      if (isOwn(path) && pathThere(path) === path) return path;
      uploads ??= new Map(
        uploadsSince(site.db, live.born_from).flatMap((id) => {
          const [own, other] = [mediaById(site.db, id)?.file, pathOf(id)];
          return own && other ? [[other, encoded(own)]] : [];
        }),
      );
      return uploads.get(path);
    },
  };
}

/** What is the same in texts depends on the address there of a file that was uploaded here: those that show it are compared again. */
export function queueShowing(site: Site, live: LiveSiteRow, uuid: string): void {
  const id = idOfUuid(site.db, 'posts', uuid);
  if (id === undefined || id < live.born_from || !isHub(live)) return;
  const record = mediaById(site.db, id);
  if (record?.source_url === '' && record.file !== '') queueTextsWith(site.db, FILES + encoded(record.file));
}

const isHub = ({ facts }: LiveSiteRow): boolean => (JSON.parse(facts) as Partial<SiteFacts>).mode === 'hub';

const FILES = '/polydesk/files/';

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
