import { seenThere } from '../../store/live/items.ts';
import type { LiveKey } from '../../store/live/states.ts';
import { isMissing } from '../answers.ts';
import { askPatiently, pathIn, refuseCredentials } from '../api.ts';
import { compareOne, comparing } from '../compared.ts';
import type { Checking } from './checking.ts';
import { liveFault } from '../faults.ts';
import { noteSeen } from '../seen.ts';
import { hiddenItems } from './hidden.ts';
import { missingItems, type Missing, type Named } from './named.ts';

/** Items noted in one write. */
const NOTED_AT_ONCE = 100;

/** What became of the items that neither the lists nor a request for many by their numbers returned. */
export interface Confirmed {
  /** The number of items that are gone. */
  gone: number;
  /** Items that were not asked for, because a check asks for a limited number alone: they keep their last known state. */
  unchecked: readonly Missing[];
  /** If the limit was reached, the item that was asked for last: the next check continues after it. */
  last?: string | undefined;
}

/**
 * Asks for each missing item alone: it is gone only if the site reports it missing; otherwise it counts as unreadable
 * (`live-site.md` 5). Of many those that the public view shows are not asked for: they are there, and this user may not edit them.
 */
export async function confirmGone(checking: Checking, named: Named, last: string | undefined): Promise<Confirmed> {
  const { site, live, tools } = checking;
  const found = missingItems(checking, named);
  const hidden = await hiddenItems(checking, found);
  await note(checking, [...hidden], 'unreadable');
  const missing = inTurn(
    found.filter((one) => !hidden.has(one)),
    last,
  );
  const confirmed: Confirmed = { gone: 0, unchecked: [] };
  for (const [at, one] of missing.entries()) {
    if (!checking.alone.take()) {
      confirmed.unchecked = missing.slice(at);
      confirmed.last = missing.slice(0, at).findLast(({ wasReadable }) => !wasReadable)?.key.uuid ?? last;
      break;
    }
    tools.progress('gone', at, missing.length);
    const isGone = await isGoneThere(checking, one);
    await note(checking, [one], isGone ? 'gone' : 'unreadable');
    if (!isGone) continue;
    confirmed.gone += 1;
    // Each item is found gone only once.
    checking.alone.giveBack();
  }
  const languages = missingLanguages(checking);
  await tools.keep(() => {
    for (const key of languages) noteSeen({ site, live }, { ...key, body: null, found: 'gone', modified: '' });
  });
  return { ...confirmed, gone: confirmed.gone + languages.length };
}

/** Those that could be read at the last check first, then those that could not, from where the last check stopped. */
function inTurn(missing: readonly Missing[], last: string | undefined): Missing[] {
  const readable = missing.filter(({ wasReadable }) => wasReadable);
  const others = missing.filter(({ wasReadable }) => !wasReadable);
  const from = others.findIndex(({ key }) => key.uuid === last) + 1;
  return [...readable, ...others.slice(from), ...others.slice(0, from)];
}

async function isGoneThere({ remote, facts, tools }: Checking, { route, id }: Missing): Promise<boolean> {
  const path = pathIn(facts.root, `${route}/${id}`, { context: 'edit', _fields: 'id' });
  const answer = await askPatiently(remote, { method: 'GET', path, signal: tools.signal });
  refuseCredentials(answer);
  if (answer.status === 401) throw liveFault('password');
  return isMissing(answer);
}

async function note(
  { site, live, tools }: Checking,
  items: readonly Missing[],
  found: 'gone' | 'unreadable',
): Promise<void> {
  for (let at = 0; at < items.length; at += NOTED_AT_ONCE)
    await tools.keep(() => {
      for (const { key } of items.slice(at, at + NOTED_AT_ONCE))
        noteSeen({ site, live }, { ...key, body: null, found, modified: '' });
    });
}

/** Items that a report names. */
const NAMED = 20;

/** What the first of these items are called, here or else as they were last seen there. */
export function titlesOf({ site, live }: Checking, items: readonly Missing[]): string[] {
  const context = comparing(site, live);
  return items.slice(0, NAMED).map(({ key }) => {
    const { here, there, base } = compareOne(context, key);
    const { title, name } = (here ?? there ?? base)?.fields ?? {};
    return [title, name].flatMap((text) => (typeof text === 'string' && text !== '' ? [text] : []))[0] ?? key.uuid;
  });
}

function missingLanguages({ site, live, facts }: Checking): LiveKey[] {
  const known = new Set(facts.languages.map(({ slug }) => slug));
  return seenThere(site.db, live.id, 'language').flatMap(({ kind, uuid }) => (known.has(uuid) ? [] : [{ kind, uuid }]));
}
