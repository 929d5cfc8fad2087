import { randomBytes } from 'node:crypto';
import type { LineChoice } from '../../schema/live/plan.ts';
import { stateOf, type LiveKey } from '../../store/live/states.ts';
import { lastSent, type NewStep, type StepAction, type StepInput } from '../../store/live/steps.ts';
import type { Json } from '../../types.ts';
import { isOfItems } from '../fields.ts';
import { fieldsOfType } from '../here.ts';
import { isCareful } from '../../schema/live/settings.ts';
import { isHeld } from '../../schema/live/usual.ts';
import { compareOne, keptLinks, type Compared, type Comparing } from '../compared.ts';
import type { FieldLine, Fields } from '../compare.ts';
import { fileHere } from '../files/file-here.ts';
import { lineName } from '../line-name.ts';
import { mapOf } from '../canonical.ts';
import { pack } from '../body.ts';
import { putBody, remoteOfKey } from '../../store/live/items.ts';
import { STRINGS } from '../settings/strings.ts';
import { orderedLines, type OrderedLines } from '../plan/ordered-lines.ts';
import { fieldsOf } from './outcome.ts';
import { GROUP_FIELDS } from './pushing.ts';

/** The order. */
export interface PushOrder extends OrderedLines {
  as_draft: boolean;
  /** Careful settings that may be changed there. */
  settings?: readonly string[] | undefined;
  /** Lines that may be deleted there. */
  deletes: readonly LiveKey[];
  /** Results that an earlier run did not get to record: recorded at the end of this one, and nothing is created twice. */
  unsettled: readonly LiveKey[];
}

/** The intended state of an item there. */
interface Wanted {
  fields: Record<string, Json>;
  merged: string[];
  isUndecided: boolean;
}

/** The order of steps (`live-site.md` 7): referenced items come before those that reference them. */
const PHASES: readonly ((step: NewStep) => boolean)[] = [
  ({ kind }) => kind === 'language',
  // If the title of the site changes, its translations are moved to the new one.
  ({ input }) => input.type === STRINGS,
  ({ kind, input }) => kind === 'settings' && input.isLate !== true,
  ({ kind, action }) => kind === 'term' && action === 'term',
  ({ kind, action }) => kind === 'term' && action === 'update',
  ({ kind, action }) => kind === 'term' && action === 'group',
  ({ action }) => action === 'media',
  ({ action }) => action === 'shell',
  ({ kind, action }) => kind === 'post' && action === 'group',
  ({ kind, action }) => kind === 'post' && action === 'update',
  ({ kind }) => kind === 'settings',
  ({ action }) => action === 'trash',
  ({ action }) => action === 'delete',
];

/** The steps of a push, in order, with the current local values: later local changes are left to the next push. Within `keep`. */
export function planPush(context: Comparing, order: PushOrder): NewStep[] {
  const deletes = new Set(order.deletes.map(lineName));
  const unsettled = new Set(order.unsettled.map(lineName));
  const depths = new Map<string, number>();
  const steps = orderedLines(context, order).flatMap(({ kind, uuid, isUnseen, seen }) => {
    const key = { kind, uuid };
    const compared = compareOne(context, key);
    depths.set(lineName(key), depthOf(context, key, compared));
    // Whoever looks has seen the plan, which may be older than what is here now.
    const isOther = seen !== undefined && (seen.here !== compared.hashes.here || seen.there !== compared.hashes.there);
    return stepsOf(context, key, {
      compared,
      order,
      isUnseen: isUnseen || isOther,
      mayDelete: deletes.has(lineName(key)),
      isUnsettled: unsettled.has(lineName(key)),
    });
  });
  const phaseOf = (step: NewStep): number => PHASES.findIndex((holds) => holds(step));
  const depth = (step: NewStep): number => depths.get(lineName(step)) ?? 0;
  const sign = (step: NewStep): number => (step.action === 'trash' || step.action === 'delete' ? -1 : 1);
  // The largest group first: it has what was linked on both sides.
  const sizes = new Map(steps.map((step) => [step, step.action === 'group' ? groupSize(context, step) : 0]));
  const larger = (a: NewStep, b: NewStep): number => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0);
  return steps.toSorted((a, b) => phaseOf(a) - phaseOf(b) || larger(a, b) || sign(a) * (depth(a) - depth(b)));
}

const groupSize = (context: Comparing, { sent }: NewStep): number =>
  Object.keys(fieldsOf(context, sent)['translations'] ?? {}).length;

/** The number of ancestors of an item: parents come first. */
function depthOf(context: Comparing, { kind }: LiveKey, { here }: Compared): number {
  let depth = 0;
  const seen = new Set<string>();
  for (let parent = here?.fields['parent']; typeof parent === 'string' && parent !== '' && !seen.has(parent); depth++) {
    seen.add(parent);
    parent = compareOne(context, { kind, uuid: parent }).here?.fields['parent'];
  }
  return depth;
}

interface Planning {
  compared: Compared;
  order: PushOrder;
  /** It is not what somebody saw. */
  isUnseen: boolean;
  mayDelete: boolean;
  isUnsettled: boolean;
}

function stepsOf(context: Comparing, key: LiveKey, planning: Planning): NewStep[] {
  const { compared, order, isUnseen, mayDelete, isUnsettled } = planning;
  const { site, live } = context;
  const { line, here, there, hashes, type } = compared;
  const row = stateOf(site.db, live.id, key);
  const choice = row?.choice ?? null;
  const shown = (here ?? there)?.fields ?? {};
  const input: StepInput = {
    type,
    title: (text(shown['title']) || text(shown['name'])).slice(0, 300),
    lang: text(shown['lang']),
    here: hashes.here,
    isNew: !there,
    merged: [],
  };
  const remote =
    key.kind === 'post' || key.kind === 'term' ? remoteOfKey(site.db, live.id, { ...key, kind: key.kind }) : undefined;
  const base: NewStep = {
    ...key,
    action: 'update',
    state: 'planned',
    remote_id: remote?.id ?? 0,
    before: there ? store(context, type, there.fields) : null,
    sent: null,
    input,
  };
  const skip = (code: string): NewStep[] => [{ ...base, state: 'skipped', result: { code } }];
  if (isUnseen) return skip('unseen');
  if (line.state === 'same' || choice === 'leave' || choice === 'there') return [];
  if (isUnsettled) return skip('unsettled');
  // Whoever decided about a twin said that these are two items.
  if (row?.hindrance && isHeld(row)) return [{ ...base, state: 'skipped', result: row.hindrance }];
  if (!here)
    return line.state === 'deleted_here' || choice === 'here'
      ? removal(base, { type, mayDelete, skip })
      : skip('conflict');
  if (line.state === 'deleted_there' || (!there && line.state === 'conflict' && choice !== 'here'))
    return skip('conflict');
  if (!there)
    return creation(
      context,
      { ...base, remote_id: remote?.shell ? remote.id : 0 },
      { id: here.id, fields: withKeptLinks(context, key, here.fields), order, skip },
    );
  return changes(context, base, { ...planning, choice, skip });
}

/** A new item with its group: its translations stay linked there with those that were deleted here, too. */
function withKeptLinks(context: Comparing, { kind, uuid }: LiveKey, fields: Fields): Fields {
  const ours = fields['translations'];
  if (ours === undefined) return fields;
  const kept = Object.values(mapOf(ours)).flatMap((member) => {
    if (typeof member !== 'string' || member === uuid) return [];
    const { base, there } = compareOne(context, { kind, uuid: member });
    const theirs = there?.fields['translations'];
    return theirs === undefined ? [] : keptLinks(context, kind, { ours, theirs, agreed: base?.fields['translations'] });
  });
  return { ...fields, translations: { ...mapOf(ours), ...Object.fromEntries(kept) } };
}

interface Removal {
  type: string;
  mayDelete: boolean;
  skip: (code: string) => NewStep[];
}

function removal(base: NewStep, { type, mayDelete, skip }: Removal): NewStep[] {
  // A language is never deleted there: its items would be deleted with it.
  if (base.kind === 'language') return skip('never');
  if (!mayDelete) return skip('delete_not_confirmed');
  const action: StepAction = base.kind === 'post' && type !== 'attachment' ? 'trash' : 'delete';
  return [{ ...base, action }];
}

interface Creation {
  /** Its number here. */
  id: number;
  fields: Fields;
  order: PushOrder;
  skip: (code: string) => NewStep[];
}

/** A new item: a term is created at once, a file with its texts, a post as a shell first. */
function creation(context: Comparing, base: NewStep, { id, fields, order, skip }: Creation): NewStep[] {
  const { type } = base.input;
  if (fields['status'] === 'trash' || fields['status'] === 'auto-draft') return skip('in_trash');
  if (base.kind === 'language') return [{ ...base, action: 'language', sent: store(context, type, fields) }];
  const isMedia = type === 'attachment';
  if (isMedia && !fileHere(context.site, id)) return skip('no_file');
  const isDraft = order.as_draft && !isMedia && fields['status'] !== 'draft';
  const { date_gmt: _date, ...undated } = fields;
  const wanted = isDraft ? { ...undated, status: 'draft' } : fields;
  const own = store(context, type, wanted);
  const made: NewStep = { ...base, sent: own };
  const grouped: NewStep[] =
    fields['lang'] === '' || fields['lang'] === undefined ? [] : [{ ...made, action: 'group' }];
  if (base.kind === 'term') return [{ ...made, action: 'term' }, ...grouped];
  return [isMedia ? mediaStep(context, made) : shellStep(context, made), ...grouped, made];
}

/** If the answer to an earlier push was lost, the item is looked up before it is sent again. */
function mediaStep({ site }: Comparing, made: NewStep): NewStep {
  const isOpen = lastSent(site.db, made.uuid, 'media')?.state === 'sent';
  return { ...made, action: 'media', state: isOpen ? 'sent' : 'planned' };
}

/** If the answer to an earlier push was lost, it is looked up first, by the slug it was sent with. */
function shellStep({ site }: Comparing, made: NewStep): NewStep {
  const last = lastSent(site.db, made.uuid, 'shell');
  const isOpen = last?.state === 'sent' && last.slug !== '';
  const slug = isOpen ? last.slug : `pd-${randomBytes(9).toString('hex')}`;
  return { ...made, action: 'shell', state: isOpen ? 'sent' : 'planned', input: { ...made.input, slug } };
}

interface Changes extends Planning {
  choice: LineChoice | null;
  skip: (code: string) => NewStep[];
}

function changes(context: Comparing, base: NewStep, { compared, choice, order, mayDelete, skip }: Changes): NewStep[] {
  const { there, here } = compared;
  const { fields, merged, isUndecided } = wantedOf(compared, choice);
  if (isUndecided) return skip('conflict');
  if (base.kind === 'settings')
    return settingsSteps(context, base, { fields, merged, confirmed: order.settings ?? [] });
  const isPublic = there?.fields['status'] === 'publish' || there?.fields['status'] === 'future';
  if (order.as_draft && base.kind === 'post' && isPublic) return skip('published');
  const steps: NewStep[] = [];
  const isTrashed = fields['status'] === 'trash';
  if (isTrashed) {
    delete fields['status'];
    // The trash changes its slug.
    delete fields['slug'];
    const trash: NewStep = { ...base, action: 'trash', sent: store(context, base.input.type, { status: 'trash' }) };
    steps.push(mayDelete ? trash : { ...trash, state: 'skipped', result: { code: 'delete_not_confirmed' } });
  }
  // A draft shows no date: its own is sent on publication.
  const date = here?.fields['date_gmt'];
  if (fields['status'] !== undefined && date !== undefined && there?.fields['date_gmt'] === undefined)
    fields['date_gmt'] = date;
  const group = Object.fromEntries(Object.entries(fields).filter(([name]) => GROUP_FIELDS.has(name)));
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !GROUP_FIELDS.has(name)));
  const with_ = (sent: Record<string, Json>, action: StepAction): NewStep[] =>
    Object.keys(sent).length === 0
      ? []
      : [
          {
            ...base,
            action,
            sent: store(context, base.input.type, sent),
            input: { ...base.input, merged: merged.filter((name) => name in sent) },
          },
        ];
  return [...with_(group, 'group'), ...with_(own, 'update'), ...steps];
}

/** Careful settings are sent separately, each only if named; those that reference items after these exist. */
function settingsSteps(
  context: Comparing,
  base: NewStep,
  { fields, merged, confirmed }: Pick<Wanted, 'fields' | 'merged'> & { confirmed: readonly string[] },
): NewStep[] {
  const refs = new Set(
    fieldsOfType(context.site, 'settings', 'settings')
      .filter(isOfItems)
      .map(({ name }) => name),
  );
  const entries = Object.entries(fields);
  const step = (own: [string, Json][], isLate: boolean): NewStep[] => {
    const input = { ...base.input, merged: merged.filter((name) => own.some(([key]) => key === name)), isLate };
    const sent = own.length === 0 ? null : store(context, base.input.type, Object.fromEntries(own));
    return sent === null ? [] : [{ ...base, sent, input }];
  };
  const isPlain = ([name]: [string, Json]): boolean => !isCareful(name) && !refs.has(name);
  const careful = entries
    .filter(([name]) => isCareful(name))
    .flatMap((own): NewStep[] => {
      const [name] = own;
      if (confirmed.includes(name)) return step([own], false);
      return [{ ...base, state: 'skipped', result: { code: 'setting_not_confirmed', params: { name } } }];
    });
  return [
    ...step(entries.filter(isPlain), false),
    ...careful,
    ...step(
      entries.filter(([name]) => refs.has(name)),
      true,
    ),
  ];
}

/** What is sent of an item on both sides, according to the choices; null: no decision needed. */
export function wantedOf({ line }: Compared, choice: LineChoice | null): Wanted {
  const wanted: Wanted = { fields: {}, merged: [], isUndecided: false };
  for (const one of line.fields) decide(wanted, one, typeof choice === 'string' ? choice : choice?.[one.field]);
  return wanted;
}

function decide(wanted: Wanted, { field, state, here, merged }: FieldLine, choice: string | undefined): void {
  if (choice === 'leave' || choice === 'there' || state === 'there' || state === 'both') return;
  if (state === 'conflict' && choice === undefined) {
    wanted.isUndecided = true;
    return;
  }
  const isMerge = state === 'merged' && choice !== 'here';
  const value = isMerge ? merged : here;
  if (value === undefined) return;
  wanted.fields[field] = value;
  if (isMerge) wanted.merged.push(field);
}

function store({ site }: Comparing, type: string, fields: Fields): number {
  return putBody(site.db, pack({ type, fields, unknown: [] }));
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
