import * as v from 'valibot';
import { HandoffAnswers } from '../../schema/site/handoff.ts';
import { invalidParameter } from '../../domain/invalid-parameter.ts';

/** The complete answers to a review. */
export interface HandoffChoices {
  items: Readonly<Record<string, 'file' | 'mine' | 'memory'>>;
  conflict: 'mine' | 'file';
  stale: boolean;
  marks: boolean;
  published: boolean;
}

/** Parses the choices of a request; 400 for invalid ones. */
export function readHandoffChoices(value: unknown): HandoffChoices {
  const read = v.safeParse(v.strictObject(HandoffAnswers), value ?? {});
  if (!read.success)
    throw invalidParameter('choices', 'rest_invalid_param', 'These are not choices for a file from a translator.');
  return { ...read.output, items: read.output.items ?? {} };
}
