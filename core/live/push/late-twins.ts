import { updateStep } from '../../store/live/steps.ts';
import { allBySlug } from './create.ts';
import { secondFile } from './media.ts';
import { textOf } from './outcome.ts';
import type { Pushing, Step } from './pushing.ts';
import { ifRefused } from './there.ts';

/** Shells that one request looks for: the site is asked for two slugs of each. */
const AT_ONCE = 40;

/**
 * Looks for second shells and files: a request that arrives twice, or late although it seemed lost, makes one more, and the later one of
 * both has a suffix. The report names the one that is not ours. A refusal leaves it to the next push or check.
 */
export async function lookForLateTwins(pushing: Pushing, steps: readonly Step[]): Promise<void> {
  const made = steps.filter(({ state, result }) => state === 'done' && result?.mayHaveTwin);
  const [files, shells] = [made.filter(isFile), made.filter((step) => !isFile(step))];
  for (const step of files) await lookForFile(pushing, step).catch(ifRefused);
  for (const list of Map.groupBy(shells, ({ input }) => input.type).values())
    for (let at = 0; at < list.length; at += AT_ONCE)
      await lookForSome(pushing, list.slice(at, at + AT_ONCE)).catch(ifRefused);
}

const isFile = ({ action }: Step): boolean => action === 'media';

async function lookForFile(pushing: Pushing, step: Step): Promise<void> {
  const twin = await secondFile(pushing, step);
  await pushing.tools.keep(() => noteLooked(pushing, step, twin));
}

async function lookForSome(pushing: Pushing, steps: readonly Step[]): Promise<void> {
  const [first] = steps;
  if (!first) return;
  const slugs = steps.flatMap(({ input: { slug = '' } }) => [slug, `${slug}-2`]);
  const found = new Map(
    (await allBySlug(pushing, first, slugs.join(','))).map(({ id, fields }) => [textOf(fields['slug']), id]),
  );
  await pushing.tools.keep(() => {
    for (const step of steps) {
      const { slug = '' } = step.input;
      const twin = [found.get(slug), found.get(`${slug}-2`)].find((id) => id !== undefined && id !== step.remote_id);
      noteLooked(pushing, step, twin);
    }
  });
}

/** Within `keep`. */
function noteLooked({ site }: Pushing, step: Step, twin: number | undefined): void {
  const { mayHaveTwin: _looked, ...known } = { code: '', ...step.result };
  const result = twin === undefined ? known : { ...known, code: 'late_twin', params: { id: String(twin) } };
  updateStep(site.db, step, { result });
  step.result = result;
}
