import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { RestError } from '../../errors.ts';
import { jobFolder } from '../../domain/site/transfer-files.ts';
import { keyOfRemote } from '../../store/live/items.ts';
import { postById, type PostRow } from '../../store/content/posts.ts';
import { postByUuid } from '../../store/transfer/import.ts';
import type { Site } from '../../site.ts';
import { isSame, type Fields } from '../compare.ts';
import { liveFault } from '../faults.ts';
import { FILE_TEXTS } from '../fields.ts';
import { pathThere } from '../files/fetch.ts';
import { fileHere, type FileHere } from '../files/file-here.ts';
import type { RemoteForm } from '../remote-files.ts';
import { hasTwin, languageQuery, made, markOf, type Found } from './create.ts';
import { failed, fieldsOf, markSent, skipped, textOf, type Outcome } from './outcome.ts';
import type { Pushing, Step } from './pushing.ts';
import { writeBody } from './request.ts';
import { Doubtful, getThere, readItem, Refused, routeOf, writeThere } from './there.ts';

/** A local file, with its record. */
interface RecordHere extends FileHere {
  row: PostRow;
}

/**
 * Uploads a new file with its texts in one request (`live-site.md` 11). If the answer was lost, the file is looked up first, by
 * the slug it was sent with and its bytes. Its parent is set later, once that exists there.
 */
export async function media(pushing: Pushing, step: Step): Promise<Outcome> {
  try {
    return await upload(pushing, step);
  } catch (error) {
    if (error instanceof Unseen) return failed('unseen_file');
    const fault = error instanceof Doubtful ? error.fault : error;
    // An incomplete request has no effect: the site stores nothing of it.
    if (fault instanceof RestError && fault.code === 'polydesk_live_file') return failed('unreadable_file');
    throw error;
  }
}

async function upload(pushing: Pushing, step: Step): Promise<Outcome> {
  const { site, facts, isDry } = pushing;
  const route = routeOf(pushing, 'post', 'attachment');
  if (route === undefined) return skipped('no_type');
  if (!facts.may.upload) return skipped('right');
  const file = recordHere(site, step.uuid);
  if (!file) return skipped('no_file');
  const left = step.state === 'sent' ? await findAgain(pushing, step, file) : undefined;
  if (left) return made(pushing, step, asSent(pushing, step, left));
  if (await hasTwin(pushing, step)) return { state: 'conflict', result: { code: 'twin' } };
  if (isDry) return { state: 'skipped', result: { code: 'dry' } };
  await markSent(pushing, step);
  try {
    const query = languageQuery(pushing, step);
    const answer = await writeThere(pushing, { route, query, form: formOf(pushing, step, file) });
    return await made(pushing, step, readItem(pushing, { kind: 'post', type: 'attachment' }, answer.body));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // A refusal does not prove that nothing was stored.
    const stored = await findFile(pushing, step, file);
    return stored ? made(pushing, step, stored) : failed('refused', { status: String(error.status), code: error.code });
  }
}

function recordHere(site: Site, uuid: string): RecordHere | undefined {
  const id = postByUuid(site.db, uuid)?.id;
  const row = id === undefined ? undefined : postById(site.db, id);
  const file = row && fileHere(site, row.id);
  return file && { row, ...file };
}

/** A form has texts only: author, terms and parent are set later, once they exist there. */
const TEXTS: ReadonlySet<string> = new Set([...FILE_TEXTS, 'slug']);

/** The file with its texts. */
function formOf(pushing: Pushing, step: Step, { row, path, name, size }: RecordHere): RemoteForm {
  const { site, numbers } = pushing;
  const own = Object.entries(fieldsOf(pushing, step.sent)).filter(([name]) => TEXTS.has(name));
  const item = { kind: 'post', type: 'attachment' } as const;
  // Texts only: they keep the numbers of what was deleted there.
  const isDeleted = (): boolean => false;
  const { body } = writeBody(site, item, { fields: Object.fromEntries(own), now: {}, numbers, isDeleted });
  const sent = { ...body, date_gmt: row.date_gmt, ...languageQuery(pushing, step), ...markOf(pushing, step) };
  const texts = Object.entries(sent).filter(([, value]) => typeof value === 'string');
  return {
    fields: Object.fromEntries(texts.map(([key, value]) => [key, String(value)])),
    file: { path, name, type: row.mime_type, size },
  };
}

/** Checks twice: a delayed request may still arrive. */
async function findAgain(pushing: Pushing, step: Step, file: RecordHere): Promise<Found | undefined> {
  const found = await findFile(pushing, step, file);
  if (found) return found;
  await setTimeout(pushing.pause, undefined, { signal: pushing.tools.signal });
  return findFile(pushing, step, file);
}

/** A file whose upload had no answer, with the texts it was sent with: anything else was written there since. */
function asSent(pushing: Pushing, step: Step, found: Found): Found {
  const sent = fieldsOf(pushing, step.sent);
  const texts = FILE_TEXTS.flatMap((name) =>
    found.fields[name] === undefined || isSame(found.fields[name], sent[name] ?? '') ? [] : [[name, sent[name] ?? '']],
  );
  return { ...found, fields: { ...found.fields, ...(Object.fromEntries(texts) as Fields) } };
}

const Listed = v.array(v.looseObject({ id: v.number(), source_url: v.fallback(v.string(), '') }));

/**
 * A file there that has our slug, possibly with a numeric suffix, is not known as any other item, and has the same bytes.
 * @param except its number there, if another one is looked for
 */
async function findFile(pushing: Pushing, step: Step, file: RecordHere, except = 0): Promise<Found | undefined> {
  const { db } = pushing.site;
  const slug = textOf(fieldsOf(pushing, step.sent)['slug']);
  if (slug === '') return undefined;
  const route = routeOf(pushing, 'post', 'attachment') ?? '';
  for (const one of [slug, `${slug}-1`, `${slug}-2`]) {
    const body = await getThere(pushing, route, { slug: one, per_page: 10 });
    for (const item of v.parse(Listed, body ?? [])) {
      const holder = keyOfRemote(db, pushing.live.id, { kind: 'post', id: item.id });
      if (item.id === except || (holder !== undefined && holder !== step.uuid)) continue;
      if (await isSameFile(pushing, item.source_url, file))
        return readItem(pushing, { kind: 'post', type: 'attachment' }, item);
    }
  }
  return undefined;
}

/** The number of a second file there, which an upload that arrived twice has made; undefined: there is none. */
export async function secondFile(pushing: Pushing, step: Step): Promise<number | undefined> {
  const file = recordHere(pushing.site, step.uuid);
  const found = file && (await findFile(pushing, step, file, step.remote_id).catch(ifUnseen));
  return found?.id;
}

/** The site has a file that may be ours but cannot be downloaded: it cannot be identified. */
class Unseen extends Error {}

/** For `catch`: a file that cannot be compared counts as another one. */
function ifUnseen(error: unknown): undefined {
  if (!(error instanceof Unseen)) throw error;
}

/** Faults of one file that do not affect others. */
const OF_THE_FILE = new Set(['refused', 'redirect', 'large'].map((kind) => `polydesk_live_${kind}`));

async function isSameFile(pushing: Pushing, url: string, { path, size }: RecordHere): Promise<boolean> {
  const place = pathThere(pushing.live.url, url);
  if (place === undefined) return false;
  const folder = jobFolder(pushing.site);
  const copy = join(folder, 'file');
  try {
    const found = await pushing.remote.download(place, copy, pushing.tools.signal);
    return found === size && (await sumOf(copy)) === (await sumOf(path).catch(unreadable));
  } catch (error) {
    throw error instanceof RestError && OF_THE_FILE.has(error.code) ? new Unseen() : error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unreadable(): never {
  throw liveFault('file');
}

async function sumOf(path: string): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  return sum.digest('hex');
}
