// The glossary of the site, for the editor and its own screen.
import type { AnswerTo } from '../api/answers.ts';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/api.ts';
import { Resource } from '../resource.svelte.ts';

export type Concept = AnswerTo<'GET', '/polydesk/v1/glossary'>[number];
export type Word = Concept['words'][number];
export type WordStatus = Word['status'];

/** The whole glossary, loaded while in use. */
export const glossary = new Resource(() => api.get('/polydesk/v1/glossary'), { kinds: ['glossary', 'language'] });

/** The fields of a term that a form can write. */
export type TermFacts = Pick<Concept, 'definition' | 'note' | 'domain' | 'keep'> & { words: Word[] };

/** Adds a term; returns its ID in the history. */
export async function addTerm(facts: TermFacts): Promise<{ concept: Concept; entry: number | null }> {
  const { body, entry } = await api.post('/polydesk/v1/glossary', facts);
  return { concept: body, entry };
}

/** Updates the given fields of a term. */
export async function changeTerm(id: number, facts: Partial<TermFacts>): Promise<number | null> {
  return (await api.patch(`/polydesk/v1/glossary/${id}`, facts)).entry;
}

export async function deleteTerm(id: number): Promise<number | null> {
  return (await api.delete(`/polydesk/v1/glossary/${id}`)).entry;
}

/** The existing term that already has a word being added; undefined for any other error. */
export function existingTerm(thrown: unknown): number | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'polydesk_term_exists') return undefined;
  const { concept } = thrown.data as { concept?: number };
  return concept;
}
