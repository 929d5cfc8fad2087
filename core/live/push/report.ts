import { RestError } from '../../errors.ts';
import { liveSite, shownRun } from '../../domain/live/live.ts';
import { storedRun } from '../../domain/live/runs.ts';
import type { Push } from '../../schema/live/push.ts';
import type { Run } from '../../schema/live/run.ts';
import type { Site } from '../../site.ts';
import { remoteOfKey } from '../../store/live/items.ts';
import { idsHere, namesHere, originalsHere } from '../../store/live/names.ts';
import { runsOf } from '../../store/live/runs.ts';
import { stepsOf, type NewStep, type StepInput, type StepRow } from '../../store/live/steps.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import { mapOf } from '../canonical.ts';
import { plainName } from '../fields.ts';
import { editPage, lineName } from '../line-name.ts';
import { fieldsOf, textOf } from './outcome.ts';

/** The sentence for the result of a step, by code; placeholders are its parameters. */
const SENTENCES: Readonly<Record<string, string>> = {
  altered: 'The site stored some of it in its own way. Your text here stays as it is.',
  given: 'The site gave it values of its own, which were taken over here.',
  changed_here: 'Changed here after the push was ordered. It is left to the next push.',
  changed_there: 'Changed on the site since it was last checked. Nothing was sent; look at the plan.',
  gone_there: 'No longer on the site. Nothing was sent; look at the plan.',
  gone_already: 'Was gone on the site already.',
  not_there: 'Not on the site, so there was nothing to change.',
  no_type: 'The site has no items of this type.',
  twin: 'The site has an item of this name. Check the site and say whether both are the same.',
  foreign_term: 'The site answered with a term of another language. Give this one a slug of its own.',
  unknown_number: 'Refers to “{ref}”, which is not on the site. Push that first.',
  deleted_there: 'Refers to “{ref}”, which was deleted on the site. Decide about that first.',
  deleted_item: 'Refers to “{ref}”, which was deleted. Take it out, or put another in its place.',
  deleted_unnamed: 'Refers to an item that was deleted. Take it out, or put another in its place.',
  lost_number: 'Refers to number {ref}, which is nothing here. Take it out, or put another in its place.',
  stored_without: 'Stored without “{ref}”, which was deleted on the site. Decide about that, then push again.',
  unknown_file: 'Shows the file {file}, which is not on the site. Push that first.',
  overwritten:
    'Somebody saved a version while this was sent. Their text is in this report and among the versions there.',
  late_twin: 'A request arrived twice and created item {id} as well. Delete that one on the site.',
  refused: 'The site refused it ({status} {code}).',
  right: 'This user may not change that on the site.',
  dry: 'Would be sent.',
  link_by_hand: 'The site cannot link translations from outside. Link these by hand.',
  conflict: 'Both sides changed it. Decide first.',
  published: 'Already public, and only drafts were to be sent.',
  delete_not_confirmed: 'Not deleted, as that was not confirmed.',
  setting_not_confirmed: 'The setting "{name}" was not confirmed, so it stays as it is on the site.',
  no_trash: 'The site has no trash, so nothing was deleted.',
  unsettled: 'An earlier push of it was cut off. What that did is noted now; push again.',
  gone_for_good: 'Deleted for good: it cannot be brought back.',
  never: 'This is never deleted from here.',
  unreadable_file: 'Its file on this computer could not be read. Look at it, then push again.',
  unseen_file: 'The site has a file of this name that could not be compared with this one. Check the site.',
  no_file: 'Its file is not here. Add it under Media, then push again.',
  in_trash: 'In the trash here, so it is not made there.',
  unseen: 'Changed or added since you looked at the list, so it was not sent. Look at it and push again.',
  unreadable: 'The site could not show it at the last check.',
};

/** The steps with what they send, for display: a long push is shown while it runs, and its bodies are not read for that. */
export function describeSteps(site: Site, steps: readonly NewStep[]): NewStep[] {
  const added = steps.filter(({ input }) => input.isNew).map(({ uuid }) => uuid);
  const originals = new Map(originalsHere(site.db, [...new Set(added)]).map(({ key, title }) => [key, title]));
  return steps.map((step) => {
    const { input, kind, uuid, sent } = step;
    const fields = fieldsOf({ site }, sent);
    const original = plainName(originals.get(uuid) ?? '');
    const status = kind === 'post' && input.type !== 'attachment' ? textOf(fields['status']) : '';
    const about: Partial<StepInput> = input.isNew
      ? { ...(status && { status }), ...(original && { original }) }
      : { fields: Object.keys(fields) };
    return { ...step, input: { ...input, ...about } };
  });
}

/** Pushes and their undos, newest first. */
export function pushesOf(site: Site): Run[] {
  return runsOf(site.db, liveSite(site).id, { kinds: ['push', 'undo'], limit: 100 }).map(shownRun);
}

/** A push with its steps; 404 for any other run. */
export function pushOf(site: Site, id: number): Push {
  const run = storedRun(site, id);
  if (run.kind !== 'push' && run.kind !== 'undo')
    throw new RestError('rest_invalid_id', 'This push does not exist.', 404);
  const live = liveSite(site);
  const steps = stepsOf(site.db, id);
  const ids = idsHere(site.db, [...new Set(steps.map(({ uuid }) => uuid))]);
  return {
    ...shownRun(run),
    steps: steps.map((step) => ({ ...shownStep(site, live, step), id: ids.get(step.uuid) ?? 0 })),
  };
}

function shownStep(site: Site, live: LiveSiteRow, step: StepRow): Omit<Push['steps'][number], 'id'> {
  const { seq, kind, action, state, at, remote_id, input, result } = step;
  const code = result?.code ?? '';
  return {
    ...{ seq, key: lineName(step), kind, action, state, remote_id, code },
    ...{ type: input.type, title: input.title, lang: input.lang },
    ...{
      at,
      tries: result?.tries ?? { count: 0, since: '', until: '' },
      is_new: input.isNew,
      fields: input.fields ?? [],
      status: input.status ?? '',
      original: input.original ?? '',
    },
    edit_there: editPage(live.url, { kind, type: input.type, id: remote_id }),
    params: result?.params ?? {},
    message: sentence(code, result?.params),
    altered: result?.altered ?? [],
    lost: result?.lost ?? {},
    partners: code === 'link_by_hand' ? partnersOf(site, live, step) : [],
  };
}

/** The translations of an item as they will be linked there. */
function partnersOf(
  site: Site,
  live: LiveSiteRow,
  { kind, uuid, input, sent }: StepRow,
): Push['steps'][number]['partners'] {
  const { db } = site;
  const group = Object.entries(mapOf(fieldsOf({ site }, sent)['translations']));
  const keys = group.flatMap(([, key]) => (typeof key === 'string' && key !== uuid ? [key] : []));
  const titles = new Map(namesHere(db, keys).map(({ key, title }) => [key, title]));
  return group.flatMap(([lang, key]) => {
    const title = typeof key === 'string' ? titles.get(key) : undefined;
    if (typeof key !== 'string' || title === undefined) return [];
    const remote = remoteOfKey(db, live.id, { kind: kind === 'post' ? 'post' : 'term', uuid: key });
    return [{ lang, title, edit_there: editPage(live.url, { kind, type: input.type, id: remote?.id }) }];
  });
}

function sentence(code: string, params: Readonly<Record<string, string>> = {}): string {
  const text = Object.hasOwn(SENTENCES, code) ? (SENTENCES[code] ?? '') : '';
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? '').replace(/ \)/, ')');
}
