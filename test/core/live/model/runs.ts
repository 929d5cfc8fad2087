// Checks, pulls and pushes of the model, over a connection that fails, by a program that is killed at any moment.
import type { Defence } from '../../../../core/live/push/pushing.ts';
import { lineName } from '../../../../core/live/line-name.ts';
import { CAREFUL_SETTINGS } from '../../../../core/schema/live/settings.ts';
import { isUsual } from '../../../../core/schema/live/usual.ts';
import { runsOf, updateRun } from '../../../../core/store/live/runs.ts';
import type { StateRow } from '../../../../core/store/live/states.ts';
import type { PushParts } from '../../../../core/live/push/push.ts';
import type { LineFault } from '../../../support/faulty-proxy.ts';
import { paragraph } from '../push/rig.ts';
import { forgetLinks } from './links.ts';
import { forgetFeatured, isWithoutFile } from './pictures.ts';
import { isAtLeast, itemsOf, nameOf, pathOf, saveThere, wordsOf, type World } from './world.ts';

/** The program ended. */
class Killed extends Error {}

const FAULTS: readonly LineFault[] = ['before', 'after', 'mid', 'html', 500, 503, 429];

/** In a rough world also these. */
const REPEATS: readonly LineFault[] = ['repeat', 'echo', 'repeat-lost'];
const ROUGH: readonly LineFault[] = [...FAULTS, 401, 403, 404, ...REPEATS, ...REPEATS];

/** What the site stores without being heard, or twice. */
const UNHEARD: readonly LineFault[] = ['after', 'mid', ...REPEATS];

/** A line that fails at one of the next requests, or delivers one of the next writes twice. */
export function breakLine(world: World): void {
  const { line } = world.rig;
  const faults = isAtLeast(world, 'rough') ? ROUGH : FAULTS;
  const ahead = world.random(14);
  // Uploads are rare, and have a rule of their own.
  const isUpload = isAtLeast(world, 'illustrated') && world.random(2) === 0;
  const own = isUpload ? UNHEARD : faults;
  const fault = own[world.random(own.length)] ?? 'after';
  const at = line.seen.length + ahead;
  let writes = Math.floor(ahead / 3);
  if (isUpload) writes = Math.floor(ahead / 7);
  world.log.push(`  the line fails: ${JSON.stringify(fault)} ${isUpload ? `upload ${writes}` : ahead}`);
  line.rule = ({ at: now, method, path }) => {
    if (isUpload) return method === 'POST' && /\/media(?:\?|$)/.test(path) && writes-- === 0 ? fault : undefined;
    if (!REPEATS.includes(fault)) return now === at ? fault : undefined;
    return method !== 'GET' && method !== 'OPTIONS' && writes-- === 0 ? fault : undefined;
  };
}

interface How {
  /** Nothing happens to it. */
  isSafe?: boolean;
  /** The line is as somebody has set it. */
  isLineKept?: boolean;
}

export async function check(
  world: World,
  { isSafe = false, isLineKept = false, isQuick = false }: How & { isQuick?: boolean } = {},
): Promise<void> {
  const { rig, random } = world;
  world.log.push(isQuick ? 'quick check' : 'check');
  if (!isSafe && !isLineKept && random(isAtLeast(world, 'rough') ? 2 : 3) === 0) breakLine(world);
  try {
    await rig.check(!isQuick);
  } catch (error) {
    world.log.push(`  ended: ${String(error)}`);
    if (isSafe) throw error;
  }
  rig.line.rule = () => undefined;
}

/** @param isAll every line takes part */
export function pull(world: World, isAll = false): void {
  const lines = isAll ? undefined : someLines(world);
  const kind = lines && world.random(2) === 0 ? 'lines' : 'except';
  world.log.push(`pull ${lines ? `${kind} ${titlesOf(lines)}` : ''}`);
  world.rig.pull(lines && { [kind]: lines.map(lineName) });
}

/** Deletes here what is gone there, however much it is. */
export function pullDeletions(world: World): void {
  const lines = world.rig.rows().filter(({ state }) => state === 'deleted_there');
  if (lines.length === 0) return;
  world.log.push(`pull lines ${titlesOf(lines)}`);
  world.rig.pull({ lines: lines.map(lineName) });
}

/** Half of the lines that take part by themselves; in a small world, and else now and then, undefined: all. */
function someLines({ rig, size, random }: World): StateRow[] | undefined {
  if (size === 'small' || random(3) === 0) return undefined;
  return rig.rows().filter((row) => (isUsual(row) || row.choice !== null) && random(2) === 0);
}

const titlesOf = (rows: readonly StateRow[]): string =>
  rows.map(({ state, title, uuid }) => `${state} ${title || uuid}`).join(', ');

/** Takes back what was done last, where that was a pull. */
export function undoPull(world: World): void {
  const { here } = world.rig;
  const request = { method: 'GET', path: '/polydesk/v1/history', query: { per_page: '1' } };
  const [entry] = here.engine.dispatch(request, here.admin).body as { id: number; origin: string }[];
  if (entry?.origin !== 'pull') return;
  world.log.push('undo the pull');
  const answer = here.ask('POST', `/polydesk/v1/history/${entry.id}/undo`, {});
  // A push that was cut off has sent what was pulled.
  if (answer.status === 409) world.log.push('  refused');
  else if (answer.status >= 400) throw new Error(`undo: ${JSON.stringify(answer.body)}\n${world.log.join('\n')}`);
}

/** Work that is stored, or not any more, after so many times. */
function killedAfter(world: World, times: number): Pick<PushParts, 'tools' | 'merge'> {
  const { tools, merge } = world.rig;
  const isBefore = world.random(2) === 0;
  let left = times;
  const end = (): void => {
    throw new Killed();
  };
  return {
    tools: {
      ...tools,
      async keep(work) {
        left -= 1;
        if (left === 0 && isBefore) end();
        if (left < 0) end();
        const value = await tools.keep(work);
        if (left === 0) end();
        return value;
      },
    },
    merge(work) {
      if (left <= 0) end();
      return merge(work);
    },
  };
}

export async function push(
  world: World,
  { isSafe = false, isLineKept = false, without = [] }: How & { without?: readonly Defence[] } = {},
): Promise<void> {
  const { rig, random } = world;
  const { db } = rig.site;
  const newest = (): { id: number; state: string } | undefined =>
    runsOf(db, 1, { kinds: ['push', 'undo'], limit: 1 })[0];
  world.log.push('push');
  const kind = isSafe || isLineKept ? 9 : random(8);
  if (kind === 0 || kind === 1 || (kind < 8 && kind > 4 && isAtLeast(world, 'rough'))) breakLine(world);
  else if (kind === 2 || (kind < 9 && world.there.isHub && random(2) === 0)) somebodySaves(world);
  const killed = kind === 3 || kind === 4 ? killedAfter(world, 1 + random(20)) : {};
  const parts = { without, tries: kind === 0 ? 1 : 3, ...killed };
  const deletes = rig.rows().map(({ kind: of, uuid }) => ({ kind: of, uuid }));
  // In the end somebody confirms each careful setting that was decided for this side.
  const settings = isSafe ? CAREFUL_SETTINGS : [];
  const lines = isSafe ? undefined : someLines(world);
  if (lines) world.log.push(`  lines ${titlesOf(lines)}`);
  const last = newest();
  const isOpen = last?.state === 'paused' || last?.state === 'stopped';
  try {
    // What was cut off goes on, or is left where it is.
    const done =
      last && isOpen && random(2) === 0
        ? await rig.resume(last.id, parts)
        : await rig.push({ lines, deletes, settings }, parts);
    world.log.push(`  ${JSON.stringify(done.report)} ${done.fault}`);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    const run = newest();
    if (run) updateRun(db, run.id, { state: 'paused' });
    world.log.push('  killed');
  }
  rig.line.rule = () => undefined;
}

/** Between a look and a write. */
function somebodySaves(world: World): void {
  const { line } = world.rig;
  let left = 1 + world.random(3);
  line.rule = ({ method, path }) => {
    const asked = method === 'POST' ? /^\/wp-json(\/wp\/v2\/\w+\/\d+)/.exec(path)?.[1] : undefined;
    const item = asked === undefined ? undefined : itemsOf(world, 'there').find((one) => pathOf(one) === asked);
    const isMeant = item?.kind === 'post' || (item && world.there.isHub);
    if (item && isMeant && --left === 0 && !item.slug.startsWith('pd-')) saveThere(world, item);
    return undefined;
  };
}

/** A person decides every conflict: of texts both, else what is here; nothing that was written is thrown away. */
export function decide(world: World): void {
  const { rig } = world;
  const seen = new Set<string>();
  for (;;) {
    // One that is resolved moves others.
    const row = rig.rows().find(({ state, uuid }) => state === 'conflict' && !seen.has(uuid));
    if (!row) return;
    seen.add(row.uuid);
    const item = rig.here.ask('GET', `/polydesk/v1/live/plan/${row.kind}-${row.uuid}`).body as PlanItem;
    // After a pull of some languages the default is not the one there.
    if (row.kind === 'settings') choose(world, row, 'there');
    else if (row.there === '' && isWithoutFile(world, row.item_id)) giveUp(world, row);
    else if (row.here === '' || row.there === '') choose(world, row, row.here === '' ? 'there' : 'here');
    else resolve(world, row, item);
  }
}

/** A picture that was deleted there and whose file is not here goes, with what was written about it. */
function giveUp(world: World, row: StateRow): void {
  const name = nameOf(row);
  choose(world, row, 'there');
  world.gone.add(name);
  world.items.get(name)?.clear();
  forgetLinks(world, (one) => one === name);
  forgetFeatured(world, (one) => one === name);
}

interface PlanItem {
  fields: { field: string; state: string; here: unknown; there: unknown; merged: unknown }[];
}

function choose(world: World, row: StateRow, choice: 'here' | 'there'): void {
  world.log.push(`decide ${row.title}: ${choice}`);
  world.rig.here.ask('PATCH', '/polydesk/v1/live/choices', { choices: { [`${row.kind}-${row.uuid}`]: choice } });
}

/** Texts without blocks. */
const TEXTS = new Set(['title', 'name', 'description', 'alt_text', 'caption']);

function resolve(world: World, row: StateRow, { fields }: PlanItem): void {
  const made = fields.map(({ field, state, here, there, merged }) => {
    if (state !== 'conflict') return [field, state === 'there' ? there : state === 'here' ? here : merged];
    if (field === 'translations') return [field, { ...(there as object), ...(here as object) }];
    if (Array.isArray(here) && Array.isArray(there)) return [field, [...new Set<unknown>([...here, ...there])]];
    if (TEXTS.has(field)) return [field, [...new Set(`${String(here)} ${String(there)}`.trim().split(' '))].join(' ')];
    if (field !== 'content') return [field, here];
    const known = new Set(wordsOf(String(here)));
    const more = wordsOf(String(there)).filter((word) => !known.has(word));
    return [field, [String(here), ...more.map((word) => paragraph(`kept ${word}`))].join('\n\n')];
  });
  world.log.push(`resolve ${row.title}: ${fields.map(({ field }) => field).join()}`);
  const body = { fields: Object.fromEntries(made) as object, here: row.here, there: row.there };
  const answer = world.rig.here.ask('POST', `/polydesk/v1/live/plan/${row.kind}-${row.uuid}/resolve`, body);
  if (answer.status >= 400) throw new Error(`resolve: ${JSON.stringify(answer.body)}\n${world.log.join('\n')}`);
}
