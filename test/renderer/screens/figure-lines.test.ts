// The lines the editor renders for a block, and which cells can be copied.
import { expect, test } from 'vitest';
import { copyNumber, isNumberToCopy } from '../../../renderer/screens/editor/figures/numbers.ts';
import { linesOf, rowsIn } from '../../../renderer/screens/editor/figures/lines.ts';
import { Workspace } from '../../../renderer/screens/editor/workspace.svelte.ts';

const table = (...cells: string[]) =>
  `<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></tbody></table></figure><!-- /wp:table -->`;
const picture = (src: string, alt: string) =>
  `<!-- wp:image --><figure class="wp-block-image"><img src="${src}" alt="${alt}"/></figure><!-- /wp:image -->`;

function compare(source: string, target: string, before?: string): Workspace {
  const workspace = new Workspace();
  workspace.setHtml(target);
  workspace.compare(source, { before, isOneLanguage: false, fills: target === '' });
  return workspace;
}
const lines = (workspace: Workspace) => workspace.blocks.flatMap((block) => linesOf(block));
const numbers = (workspace: Workspace) => workspace.rows.filter(isNumberToCopy).map(({ source }) => source?.raw);

test('a table is one line with the cells of both sides; a picture is shown next to its words', () => {
  const workspace = compare(
    table('Lamp', '500') + picture('a.png', 'A lane'),
    table('Lampe', '500') + picture('b.png', 'Un chemin'),
  );
  const [first, second, ...others] = lines(workspace);
  expect([first?.kind, second?.kind, others.length]).toEqual(['table', 'picture', 0]);
  if (first?.kind !== 'table' || second?.kind !== 'picture') throw new Error('no figures');
  expect(first.source?.rows.flat().flatMap(({ texts }) => texts)).toEqual(rowsIn(first));
  expect(rowsIn(first).map(({ text }) => text)).toEqual(['Lampe', '500']);
  expect([second.source?.src, second.target?.src]).toEqual(['a.png', 'b.png']);
});

test.each([
  ['a version that is started: every number', compare(table('Lamp', '500', '€49'), ''), ['500', '€49']],
  ['an empty cell', compare(table('Lamp', '500'), table('Lampe', '')), ['500']],
  ['what a person wrote stays', compare(table('Lamp', '€49'), table('Lampe', '49 €')), []],
  ['what the source said before', compare(table('Lamp', '€59'), table('Lampe', '€49'), table('Lamp', '€49')), ['€59']],
  ['words are none', compare(table('5 kg', '500 lm'), table('', '')), []],
])('numbers to copy: %s', (_name, workspace, wanted) => {
  expect(numbers(workspace)).toEqual(wanted);
  const before = workspace.rows.filter(({ counts }) => counts).length;
  for (const row of workspace.rows.filter(isNumberToCopy)) copyNumber(row);
  expect(numbers(workspace)).toEqual([]);
  expect(workspace.rows.filter(({ counts }) => counts)).toHaveLength(before);
});

test('a copied source does not count as translated', () => {
  const workspace = compare(table('Lamp of light'), table(''));
  const [row] = workspace.rows;
  row?.copySource();
  expect([row?.text, row?.state]).toEqual(['Lamp of light', 'missing']);
});
