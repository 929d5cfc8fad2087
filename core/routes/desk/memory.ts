import * as v from 'valibot';
import { concordance, matchesFor, memoryPairs, memoryRatio, memoryStatus } from '../../domain/memory/answers.ts';
import {
  bookOnSite,
  cancelRebuild,
  changeBook,
  contentsOfBooks,
  makeMemoryAnew,
  removeBook,
  useBook,
} from '../../domain/memory/books.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import {
  BookArgs,
  BookPatch,
  LookUpArgs,
  MemoryBook,
  MemoryBookContents,
  MemoryBookOnSite,
  MemoryMatch,
  MemoryPairs,
  MemoryRatio,
  MemoryRatioQuery,
  MemorySearch,
  MemorySearchQuery,
  MemoryStatus,
} from '../../schema/desk/memory.ts';

const mayUse = needs('edit_others', 'rest_forbidden', 'Only an editor can use the translation memory.');
const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can change the translation memory.');

/** The translation memory (`contract/extras.md`). */
export const memoryRoutes = {
  '/polydesk/v1/memory': {
    GET: endpoint({
      summary: 'What the translation memory holds.',
      args: {},
      answers: MemoryStatus,
      permit: mayUse,
      run: (site) => ({ body: memoryStatus(site) }),
    }),
  },
  '/polydesk/v1/memory/lookup': {
    POST: endpoint({
      summary: 'Texts like this one with their translations, best first.',
      args: LookUpArgs,
      answers: v.array(MemoryMatch),
      traits: { noTransaction: true, inThread: true },
      permit: mayUse,
      run: (site, asked) => ({ body: matchesFor(site, asked) }),
    }),
  },
  '/polydesk/v1/memory/search': {
    GET: endpoint({
      summary: 'Translated texts that hold some words.',
      args: MemorySearchQuery,
      answers: MemorySearch,
      traits: { inThread: true },
      permit: mayUse,
      run: (site, asked) => ({ body: concordance(site, asked) }),
    }),
  },
  '/polydesk/v1/memory/pairs': {
    GET: endpoint({
      summary: 'How many texts of the translation memory every two languages have in common.',
      args: {},
      answers: MemoryPairs,
      traits: { inThread: true },
      permit: mayUse,
      run: (site) => ({ body: memoryPairs(site) }),
    }),
  },
  '/polydesk/v1/memory/ratio': {
    GET: endpoint({
      summary: 'How long a translation between two languages usually is, for the check of the length.',
      args: MemoryRatioQuery,
      answers: MemoryRatio,
      traits: { inThread: true },
      permit: mayUse,
      run: (site, asked) => ({ body: memoryRatio(site, asked) }),
    }),
  },
  '/polydesk/v1/memory/rebuild': {
    POST: endpoint({
      summary: 'Makes the translation memory anew from the site; until then the present one is used.',
      args: {},
      answers: MemoryStatus,
      permit: mayManage,
      run: (site) => ({ body: makeMemoryAnew(site) }),
    }),
    DELETE: endpoint({
      summary: 'Cancels a rebuild of the translation memory; the present one stays in use.',
      args: {},
      answers: MemoryStatus,
      permit: mayManage,
      run: (site) => ({ body: cancelRebuild(site) }),
    }),
  },
  '/polydesk/v1/memory/books': {
    GET: endpoint({
      summary: 'Languages and sizes of the books of the translation memory.',
      args: {},
      answers: MemoryBookContents,
      traits: { inThread: true },
      permit: mayUse,
      run: (site) => ({ body: contentsOfBooks(site) }),
    }),
  },
  '/polydesk/v1/memory/books/{id}': {
    GET: endpoint({
      summary: 'How many texts of a book the site has too, with the same translation.',
      args: BookArgs,
      answers: MemoryBookOnSite,
      traits: { inThread: true },
      permit: mayUse,
      run: (site, { id }) => ({ body: bookOnSite(site, id) }),
    }),
    PATCH: endpoint({
      summary: 'Changes name, place, penalty or use of a book.',
      args: BookPatch,
      answers: MemoryBook,
      traits: { batch: true },
      permit: mayManage,
      run: (site, { id, ...change }) => changeBook(site, id, change),
    }),
    DELETE: endpoint({
      summary: 'Deletes a book with its texts.',
      args: BookArgs,
      answers: v.object({ deleted: v.boolean(), previous: MemoryBook }),
      traits: { batch: true },
      permit: mayManage,
      run: (site, { id }) => removeBook(site, id),
    }),
  },
  '/polydesk/v1/memory/books/{id}/uses': {
    POST: endpoint({
      summary: 'Records that a text of the book was inserted; without an entry in the history.',
      args: BookArgs,
      answers: MemoryBook,
      permit: mayUse,
      run: (site, { id }) => ({ body: useBook(site, id) }),
    }),
  },
} satisfies RouteTable;
