import * as v from 'valibot';
import { recordsOfFile } from '../../store/content/media.ts';
import { postById } from '../../store/content/posts.ts';
import { remoteOfKey } from '../../store/live/items.ts';
import type { Fields } from '../compare.ts';
import { ownFiles } from './own-files.ts';
import { withKeys } from '../references.ts';
import type { Pushing } from '../push/pushing.ts';
import { getThere, routeOf } from '../push/there.ts';

/** Fields with addresses of the live site, and the first file missing there. */
export interface FilesThere {
  fields: Fields;
  missing: string | undefined;
}

const FILE = String.raw`/polydesk/files/(\d{4}/\d{2}/[^\s"'<>()\\?#]+)`;

/**
 * Replaces local file addresses in texts by those on the live site: local ones are served by this program and not reachable from
 * elsewhere.
 */
export async function withFilesThere(pushing: Pushing, fields: Fields): Promise<FilesThere> {
  const { facts, site } = pushing;
  const { serverUrl, db } = site;
  const address = new RegExp(`(?:\\{\\{home\\}\\}|\\{\\{here\\}\\}|${escaped(serverUrl)})${FILE}`, 'g');
  const files = ownFiles(site);
  const found: Record<string, Fields[string]> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') continue;
    let text = value;
    for (const [whole, path = ''] of value.matchAll(address)) {
      // On another Polydesk a file that no record has here is one of its own, and so is one whose path a file has that was uploaded here.
      const isTheirs = whole.startsWith('{{home}}') && (files?.isOwn(path) ?? false);
      if (facts.mode === 'hub' && (isTheirs || recordsOfFile(db, decoded(path)).length === 0)) continue;
      const there = await addressThere(pushing, decoded(path));
      if (there === undefined) return { fields, missing: decoded(path) };
      text = text.replaceAll(whole, there);
    }
    if (text !== value) found[name] = text;
  }
  return { fields: { ...fields, ...found }, missing: undefined };
}

const Told = v.object({ source_url: v.string() });

/** The address of a file there, in the canonical format. */
async function addressThere(pushing: Pushing, file: string): Promise<string | undefined> {
  const { site, live, numbers } = pushing;
  const route = routeOf(pushing, 'post', 'attachment');
  // Read in the public context: users can see files of others that they may not edit.
  for (const record of recordsOfFile(site.db, file)) {
    const uuid = postById(site.db, record)?.uuid;
    const id = uuid === undefined ? undefined : remoteOfKey(site.db, live.id, { kind: 'post', uuid })?.id;
    if (id === undefined || route === undefined) continue;
    const body = v.safeParse(
      Told,
      await getThere(pushing, `${route}/${id}`, { context: 'view', _fields: 'source_url' }),
    );
    if (body.success && body.output.source_url !== '') return withKeys(body.output.source_url, numbers).text;
  }
  return undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
