import { expect, test } from 'vitest';
import { shared } from '../../build/pieces.ts';

/** What each module imports with itself, and later. */
const modules: Record<string, { now?: string[]; later?: string[] }> = {
  main: { now: ['api'], later: ['frame', 'list', 'editor'] },
  frame: { now: ['ui/Menu', 'frame/Bar'], later: ['palette'] },
  list: { now: ['ui/Grid', 'rows'] },
  editor: { now: ['ui/Grid', 'ui/Box', 'rows'] },
  palette: { now: ['ui/Box'] },
};
const context = {
  getModuleInfo: (id: string) => ({
    importedIds: modules[id]?.now ?? [],
    dynamicallyImportedIds: modules[id]?.later ?? [],
  }),
};

test.each([
  ['ui/Menu', 'parts', 'the frame imports it'],
  ['frame/Bar', 'parts', 'the frame imports it, wherever it stands'],
  ['ui/Grid', 'parts', 'two screens share it'],
  ['ui/Box', 'parts', 'a screen and a part of the frame that is fetched later share it'],
  ['rows', null, 'two screens share it, but it is none of those that may be shared'],
  ['list', null, 'it is a screen'],
  ['api', null, 'it starts the page'],
])('%s: %s, as %s', (...[id, piece]) => {
  expect(shared('main', 'frame', /^ui\//)(id, context)).toBe(piece);
});
