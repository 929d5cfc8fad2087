import { expect, test } from 'vitest';
import { findLost } from '../../../../core/units/checks/findings.ts';
import { readContent } from '../../../../core/units/content.ts';

const rowOf = (text: string) => {
  const [row] = readContent(`<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).segments;
  return row ?? { tokens: [], marks: [] };
};

test.each([
  ['all are there', 'Hello {name}, %d new', 'Bonjour {name}, %d nouveaux', []],
  ['in another order', '{from} to {until}', 'bis {until}, ab {from}', []],
  ['one is lost', 'Hello {name}', 'Bonjour', [{ kind: 'placeholders', names: ['{name}'] }]],
  ['was translated', 'Hello {name}', 'Bonjour {nom}', [{ kind: 'placeholders', names: ['{name}'] }]],
  ['one of two is lost', '%s and %s', '%s', [{ kind: 'placeholders', names: ['%s'] }]],
  ['blanks within do not count', 'Hi {{ user }}', 'Salut {{user}}', []],
  [
    'of every kind',
    '${a} %(b)s %1$d %site%',
    '',
    [{ kind: 'placeholders', names: ['${a}', '%(b)s', '%1$d', '%site%'] }],
  ],
  ['with precision', '%.2f of %05d, %1$.1f', '%.1f von %05d', [{ kind: 'placeholders', names: ['%.2f', '%1$.1f'] }]],
  ['Japanese right behind', '%s files', '%sファイル', []],
  ['percent is none', '50% of it, 5%d, 100 % sure', 'La moitié', []],
  ['a shortcode is lost', 'See [gallery ids="1"] here', 'Voir ici', [{ kind: 'shortcode', names: ['[gallery]'] }]],
  ['a shortcode stays', 'See [gallery ids="1"]', 'Voir [gallery ids="2"]', []],
])('%s', (_what, source, target, found) => {
  expect(findLost(rowOf(source), rowOf(target))).toEqual(found);
});
