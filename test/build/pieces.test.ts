import { expect, test } from 'vitest';
import { shared } from '../../build/pieces.ts';

/** The static and the dynamic imports of each module. */
const modules: Record<string, { now?: string[]; later?: string[] }> = {
  main: { now: ['api'], later: ['frame', 'list', 'editor', 'preview', 'urls', 'tokens'] },
  frame: { now: ['ui/Menu', 'frame/Bar'], later: ['palette'] },
  list: { now: ['ui/Grid', 'rows'] },
  editor: { now: ['ui/Grid', 'ui/Box', 'rows', 'entries'] },
  preview: { now: ['ui/Page', 'ui/Grid'] },
  palette: { now: ['ui/Box', 'ui/Page'] },
  urls: { now: ['mask', 'picture', 'ui/Card', 'entries'] },
  tokens: { now: ['mask', 'ui/Card', 'ui/Box', 'ui/Grid'] },
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
  ['ui/Grid', 'parts', 'a screen of the beginning shares it with another'],
  ['ui/Box', 'more', 'a screen and a part of the frame that is fetched later share it, and no beginning needs it'],
  ['ui/Page', 'more', 'two parts that are fetched later share it'],
  ['rows', null, 'two screens share it, but it is none of those that may be shared'],
  ['list', null, 'it is a screen'],
  ['api', null, 'it starts the page'],
  ['urls', 'site', 'it is a screen that comes with another'],
  ['picture', 'site', 'a screen of that file consists of it'],
  ['mask', 'site', 'screens of one file share it'],
  ['ui/Card', 'site', 'screens of one file share it, and no other'],
  ['entries', 'more', 'another screen wants it without that file'],
])('%s: %s, as %s', (...[id, piece]) => {
  const begin = { main: 'main', frame: 'frame', screens: ['list'], together: { site: ['urls', 'tokens'] } };
  const pieces = shared(begin, /^ui\//);
  const taken = pieces.map(({ name }) => name(id, context)).find((name) => name !== null);
  expect(taken ?? null).toBe(piece);
});
