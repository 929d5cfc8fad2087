import * as v from 'valibot';
import { Settings } from '../../core/schema/settings/settings.ts';
import { loadCases } from './replay.mjs';

type Fields = Record<string, unknown>;

/** The settings in the recorded responses: the keys of those that contain all of them. */
const recorded: ReadonlySet<string> = new Set(
  loadCases([`${import.meta.dirname}/cases/settings-read.jsonl`]).flatMap(({ expect }) => {
    const { body } = expect as { body?: Fields };
    return body && 'force_lang' in body && 'version' in body
      ? Object.keys(body).map((key) => key.replace('?', ''))
      : [];
  }),
);

const entries: Readonly<Record<string, v.GenericSchema>> = Settings.entries;
const added = Object.keys(entries).filter((name) => !recorded.has(name));

/**
 * An answer as it was when the cases were recorded: without the settings that were added since, wherever settings are answered,
 * described or taken. One whose value is not what its schema says stays, and so does every other key: the comparison finds it.
 */
export function withoutAddedSettings(answer: unknown, names: readonly string[] = added): unknown {
  if (names.length === 0 || typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map((each) => withoutAddedSettings(each, names));
  const { force_lang: one } = answer as Fields;
  const isAdded = (name: string, value: unknown): boolean =>
    one !== undefined && names.includes(name) && (typeof one === 'object' || v.is(entries[name] ?? v.never(), value));
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name, value]) => !isAdded(name, value))
      .map(([name, value]) => [name, withoutAddedSettings(value, names)]),
  );
}
