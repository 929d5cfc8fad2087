import * as v from 'valibot';
import {
  addConcept,
  changeConcept,
  concept,
  glossary,
  matchTerms,
  removeConcept,
} from '../../domain/glossary/glossary.ts';
import { usesOfTerms } from '../../domain/glossary/uses.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import {
  Concept,
  ConceptArgs,
  ConceptCreate,
  ConceptPatch,
  GlossaryQuery,
  MatchArgs,
  TermMatch,
  TermUses,
  TermUsesQuery,
} from '../../schema/desk/glossary.ts';

const mayUse = needs('edit_others', 'rest_forbidden', 'Only an editor can use the glossary.');

/** The terms of a site (`contract/extras.md`). */
export const glossaryRoutes = {
  '/polydesk/v1/glossary': {
    GET: endpoint({
      summary: 'The terms of the site, each with its words in every language.',
      args: GlossaryQuery,
      answers: v.array(Concept),
      permit: mayUse,
      run: (site, { search }) => ({ body: glossary(site, search) }),
    }),
    POST: endpoint({
      summary: 'Adds a term.',
      args: ConceptCreate,
      answers: Concept,
      traits: { batch: true },
      permit: mayUse,
      run: (site, facts, { caller }) => ({ status: 201, ...addConcept(site, facts, caller.name) }),
    }),
  },
  '/polydesk/v1/glossary/{id}': {
    GET: endpoint({
      summary: 'One term.',
      args: ConceptArgs,
      answers: Concept,
      permit: mayUse,
      run: (site, { id }) => ({ body: concept(site, id) }),
    }),
    PATCH: endpoint({
      summary: 'Changes a term; its words are replaced by those that are given.',
      args: ConceptPatch,
      answers: Concept,
      traits: { batch: true },
      permit: mayUse,
      run: (site, { id, ...change }) => changeConcept(site, id, change as Parameters<typeof changeConcept>[2]),
    }),
    DELETE: endpoint({
      summary: 'Deletes a term with its words.',
      args: ConceptArgs,
      answers: v.object({ deleted: v.boolean(), previous: Concept }),
      traits: { batch: true },
      permit: mayUse,
      run: (site, { id }) => removeConcept(site, id),
    }),
  },
  '/polydesk/v1/glossary/uses': {
    GET: endpoint({
      summary: 'In how many translated texts of the site terms are used.',
      args: TermUsesQuery,
      answers: v.array(TermUses),
      traits: { inThread: true },
      permit: mayUse,
      run: (site, { include }) => ({ body: usesOfTerms(site, include) }),
    }),
  },
  '/polydesk/v1/glossary/match': {
    POST: endpoint({
      summary: 'The terms of a text, with the words its translation may use. Stores nothing.',
      args: MatchArgs,
      answers: v.array(TermMatch),
      traits: { noTransaction: true },
      permit: mayUse,
      run: (site, asked) => ({ body: matchTerms(site, asked) }),
    }),
  },
} satisfies RouteTable;
