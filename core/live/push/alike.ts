import { RestError } from '../../errors.ts';
import { keyOfRemote } from '../../store/live/items.ts';
import { itemOfShell, secondFiles, type StepAction } from '../../store/live/steps.ts';
import { plainName } from '../fields.ts';
import type { Fields } from '../compare.ts';
import { sweep, type ListedItem } from '../sweep.ts';
import { fieldsOf, textOf } from './outcome.ts';
import type { Pushing, Step } from './pushing.ts';
import { readItem, routeOf } from './there.ts';

const CREATING: ReadonlySet<StepAction> = new Set(['shell', 'media', 'term']);

/**
 * Sweeps numbers, slugs and titles of the types that receive new items (`live-site.md` 11): whatever was made there since the check
 * and has the name of one of ours may be the same item, which a person decides. What was sent before is looked up on its own.
 */
export async function lookForTwins(pushing: Pushing, steps: readonly Step[]): Promise<void> {
  if (pushing.without.has('look')) return;
  const creating = steps.filter(({ action, state }) => state === 'planned' && CREATING.has(action));
  for (const list of Map.groupBy(creating, ({ kind, input }) => `${kind} ${input.type}`).values())
    await sweepType(pushing, list).catch((error: unknown) => {
      // Each item is still looked for by its slug.
      if (!(error instanceof RestError && error.code === 'polydesk_live_refused')) throw error;
    });
}

async function sweepType(pushing: Pushing, steps: readonly Step[]): Promise<void> {
  const { site, live, remote, facts, tools } = pushing;
  const [first] = steps;
  const { kind, input } = first ?? {};
  if ((kind !== 'post' && kind !== 'term') || !input) return;
  const route = routeOf(pushing, kind, input.type);
  if (route === undefined) return;
  const wanted = Map.groupBy(
    steps.flatMap((step) => namesOf(fieldsOf(pushing, step.sent)).map((name) => ({ name, step }))),
    ({ name }) => name,
  );
  const seconds = secondFiles(site.db, live.id);
  const look = (item: ListedItem): void => {
    const { fields } = readItem(pushing, { kind, type: input.type }, item);
    const alike = namesOf(fields).flatMap((name) => wanted.get(name) ?? []);
    if (alike.length === 0 || keyOfRemote(site.db, live.id, { kind, id: item.id }) !== undefined) return;
    // A shell of ours whose answer was lost, or a second one, or a second file.
    if (itemOfShell(site.db, live.id, textOf(fields['slug'])) !== undefined || seconds.has(item.id)) return;
    for (const { step } of alike) if (isOfLanguage(step, fields)) pushing.alike.add(step.uuid);
  };
  const isPost = kind === 'post';
  const query = {
    context: isPost ? 'edit' : 'view',
    _fields: `id,slug,lang,${isPost ? 'title.raw' : 'name'}`,
    ...(isPost && input.type !== 'attachment' && { status: 'any,trash' }),
  };
  await sweep(
    remote,
    { root: facts.root, route, query },
    {
      page: (items) => items.forEach(look),
      progress: (done, total) => tools.progress(input.type, done, total),
      signal: tools.signal,
    },
  );
}

/** By what an item is recognised. */
function namesOf({ slug, title, name }: Fields): string[] {
  const words = [textOf(slug), plainName(textOf(title ?? name))];
  return words.flatMap((word, at) => (word === '' ? [] : [`${at} ${word}`]));
}

/** Whether an item has the language of a step's item, as far as the site tells: several languages may share a slug. */
export function isOfLanguage({ input }: Step, { lang }: Fields): boolean {
  return typeof lang !== 'string' || lang === '' || input.lang === '' || lang === input.lang;
}
