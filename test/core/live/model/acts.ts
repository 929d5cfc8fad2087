// What people do besides writing and linking: deleting for good, undoing, restoring a backup, deciding single fields, losing rights.
// Words that somebody throws away by one of these may be missing from then on.
import { restoreBackup, makeBackup } from '../../../../core/domain/site/backups.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import { runsOf } from '../../../../core/store/live/runs.ts';
import { forgetLinks, membersWith, noted } from './links.ts';
import { breakLine, check, push } from './runs.ts';
import { forgetAssignments } from './assignments.ts';
import { forgetFeatured, shownOn } from './pictures.ts';
import {
  ask,
  isAtLeast,
  nameOf,
  ownItems,
  pathOf,
  reportedTwins,
  secondOnes,
  wordsOf,
  type Item,
  type Side,
  type World,
} from './world.ts';

/** Words of each item on a side. */
function wordsOn(world: World, side: Side): Map<string, Set<string>> {
  const named = Map.groupBy(ownItems(world, side), nameOf);
  return new Map(
    [...named].map(([name, all]) => [
      name,
      new Set(all.flatMap(({ title, content }) => wordsOf(`${title} ${content}`))),
    ]),
  );
}

/** @param isLeft words that are also on the other side are not thrown away: they come back from there */
async function throwingAway(world: World, side: Side, isLeft: boolean, work: () => unknown): Promise<void> {
  const before = wordsOn(world, side);
  await noted(world, side, work);
  const after = wordsOn(world, side);
  const other = wordsOn(world, side === 'here' ? 'there' : 'here');
  for (const [name, words] of before) {
    for (const word of words)
      if (!after.get(name)?.has(word) && !(isLeft && other.get(name)?.has(word))) world.items.get(name)?.delete(word);
    if (after.has(name)) continue;
    world.gone.add(name);
    forgetLinks(world, (one) => one === name);
    forgetAssignments(world, (one) => one === name);
    forgetFeatured(world, (one) => one === name);
  }
}

/** Somebody deletes an item permanently, from the trash or not. */
export async function deleteForGood(world: World, side: Side, of?: Item['kind']): Promise<void> {
  const shown = of === 'term' ? [] : shownOn(world, side);
  const all = ownItems(world, side).filter((one) => one.kind === (of ?? one.kind) && !shown.includes(nameOf(one)));
  const item = all[world.random(Math.max(all.length, 1))];
  if (!item) return;
  world.log.push(`${side}: delete ${item.title} for good`);
  await throwingAway(world, side, false, () => ask(world, side, 'DELETE', `${pathOf(item)}?force=true`));
}

/** These move the base along: what is there comes again. */
const WITH_BASE = new Set(['live.pulled', 'live.resolved', 'backup.restored']);

/** Takes back what was done here last. */
export async function undoHere(world: World): Promise<void> {
  const { here } = world.rig;
  const request = { method: 'GET', path: '/polydesk/v1/history', query: { per_page: '1' } };
  const [entry] = here.engine.dispatch(request, here.admin).body as { id: number; code: string; summary: string }[];
  if (!entry) return;
  world.log.push(`undo here: ${entry.summary}`);
  await throwingAway(world, 'here', WITH_BASE.has(entry.code), () => {
    const { status, body } = here.ask('POST', `/polydesk/v1/history/${entry.id}/undo`, {});
    // A push has an undo of its own, and one that was cut off holds back that of a pull.
    if (status === 409 || status === 410) world.log.push('  refused');
    else if (status >= 400) throw new Error(`undo: ${JSON.stringify(body)}\n${world.log.join('\n')}`);
  });
}

/** Takes back the last push, once. */
export async function undoPush(world: World): Promise<void> {
  const { db } = world.rig.site;
  const runs = runsOf(db, 1, { kinds: ['push', 'undo'], limit: 20 });
  const last = runs.find(({ kind, state }) => kind === 'push' && state === 'done');
  if (!last || runs.some(({ undoes }) => undoes === last.id)) return;
  world.log.push('undo the push');
  if (isAtLeast(world, 'rough') && world.random(3) === 0) breakLine(world);
  const { report, fault } = await world.rig.undo(last.id);
  world.rig.line.rule = () => undefined;
  world.log.push(`  ${JSON.stringify(report)} ${fault}`);
  // What a restored backup took away here, and this one there, is what somebody wanted to be rid of.
  const left = new Set(
    [...wordsOn(world, 'here').values(), ...wordsOn(world, 'there').values()].flatMap((all) => [...all]),
  );
  for (const words of world.items.values())
    for (const word of words) if (world.restoredAway.has(word) && !left.has(word)) words.delete(word);
}

export function backUp(world: World): void {
  if (world.rig.site.file === ':memory:') return;
  world.log.push('back up');
  world.backup = makeBackup(world.rig.site, 'on request');
}

/** Restores the last backup: what was written here since, and not sent, is thrown away. */
export async function restore(world: World): Promise<void> {
  const { backup, rig } = world;
  if (backup === undefined) return;
  world.log.push('restore the backup');
  const before = [...wordsOn(world, 'here').values()].flatMap((words) => [...words]);
  await throwingAway(world, 'here', true, () =>
    restoreBackup(rig.site, backup, {
      merge: (work) => transact(rig.site, rig.here.admin, () => ({ keep: true, ...work() })).value,
    }),
  );
  const after = new Set([...wordsOn(world, 'here').values()].flatMap((words) => [...words]));
  for (const word of before) if (!after.has(word)) world.restoredAway.add(word);
  forgetLinks(world, () => true);
  forgetAssignments(world, () => true);
  forgetFeatured(world, () => true);
}

/** A check or a push by somebody who loses rights there after some requests, and has them back after it. */
export async function withoutRights(world: World): Promise<void> {
  const { line } = world.rig;
  const role = world.random(2) === 0 ? 'author' : 'subscriber';
  const at = line.seen.length + world.random(12);
  world.log.push(`the user becomes ${role} there`);
  line.rule = (request) => {
    if (request.at >= at) world.there.setRole(role);
    return undefined;
  };
  if (world.random(3) === 0) await check(world, { isLineKept: true });
  else await push(world, { isLineKept: true });
  world.there.setRole('administrator');
}

/** Somebody decides a field that holds no words, or leaves it. */
export function decideField(world: World): void {
  const { rig, random } = world;
  const rows = rig.rows().filter(({ here, there }) => here !== '' && there !== '');
  const row = rows[random(Math.max(rows.length, 1))];
  // Of texts both are kept (`decide`): nobody throws words away.
  const fields = row?.fields.filter((field) => !TEXTS.has(field)) ?? [];
  const field = fields[random(Math.max(fields.length, 1))];
  if (!row || field === undefined) return;
  const choice = ['here', 'there', 'leave'][random(3)] ?? 'leave';
  world.log.push(`decide ${field} of ${row.title}: ${choice}`);
  const choices = { [`${row.kind}-${row.uuid}`]: { [field]: choice } };
  const { status, body } = rig.here.ask('PATCH', '/polydesk/v1/live/choices', { choices });
  if (status >= 400) throw new Error(`choose: ${JSON.stringify(body)}\n${world.log.join('\n')}`);
  if (field === 'translations' || field === 'lang') {
    // Who is in the group on the other side only has to leave it.
    const members = membersWith(world, nameOf(row));
    forgetLinks(world, (name) => members.has(name));
  }
  if (field === 'categories') forgetAssignments(world, (name) => name === nameOf(row));
  if (field === 'featured_media') forgetFeatured(world, (name) => name === nameOf(row));
}

const TEXTS = new Set(['title', 'content', 'name', 'description', 'caption', 'alt_text']);

/** Takes back what somebody left for later, so that everything is settled. */
export function forgetChoices({ rig }: World): void {
  const rows = rig.rows().filter(({ choice }) => choice !== null);
  if (rows.length === 0) return;
  const choices = Object.fromEntries(rows.map(({ kind, uuid }) => [`${kind}-${uuid}`, null]));
  rig.here.ask('PATCH', '/polydesk/v1/live/choices', { choices });
}

/** Somebody reads which items came twice in the reports, and deletes them there. Whether there were any. */
export async function deleteReported(world: World): Promise<boolean> {
  const ids = reportedTwins(world);
  const items = secondOnes(world).filter(({ id }) => ids.has(id));
  for (const item of items) {
    world.log.push(`delete ${item.id} there, as a report says`);
    await ask(world, 'there', 'DELETE', `${pathOf(item)}?force=true`);
  }
  return items.length > 0;
}
