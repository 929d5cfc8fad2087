// Safe fixes of the checks, over documents and random edits of their texts: they change words and signs, and nothing else.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHECK_IDS, checkUnit, fixUnit } from '../../core/units/checks/checks.ts';
import { placeholdersIn } from '../../core/units/checks/findings.ts';
import { readContent } from '../../core/units/content.ts';
import { tokenizeHtml } from '../../core/units/html.ts';
import { readMarked, writeMarked, type MarkedPiece } from '../../core/units/marked-text.ts';
import { toMarked } from '../../core/units/marked.ts';
import { holds, seed, TIME } from '../fuzz/seed.ts';
import { aDocument, aMess, BROKEN, CLASSIC, fixtureContents, PAGE } from './documents.ts';

/** Languages with rules of their own. */
const LANGUAGES = ['fr', 'fr_CA', 'de', 'es', 'ru', 'ar', 'ja', 'zh', 'th', 'el', 'en'];

/** Everything that a fix has to leave alone, in its order: marks, locked words, tags, entities, placeholders, shortcodes. */
function kept(marked: string): string[] {
  const pieces = readMarked(marked);
  if (!pieces) return ['broken', marked];
  let locked = 0;
  return pieces.flatMap((piece) => {
    if (piece.kind === 'text') return locked > 0 ? [piece.text] : codeIn(piece.text);
    if (piece.kind !== 'single' && piece.tag === 'n') locked += piece.kind === 'open' ? 1 : -1;
    return [piece.kind === 'single' ? `x ${piece.id}` : `${piece.kind} ${piece.tag} ${piece.id}`];
  });
}

/** A title may hold tags, entities and shortcodes as text. A tag that never ends has no end that could be compared. */
function codeIn(text: string): string[] {
  return tokenizeHtml(text).flatMap(({ kind, raw }) => {
    if (kind !== 'text') return [raw.trimEnd()];
    const codes = raw.match(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|\[[a-z][\w-]*\s[^\][]*=[^\][]*\]/gi);
    return [...(codes ?? []), ...placeholdersIn(raw)];
  });
}

/** What a translator, or a tool, may do to a text. */
const anEdit = fc.constantFrom<(text: string) => string>(
  (text) => text.replaceAll(' ', '  '),
  (text) => ` ${text}`,
  (text) => `${text} `,
  (text) => text.trim(),
  (text) => `"${text}"`,
  (text) => text.replace(/\p{L}+/u, '"$&"'),
  // Within a tag or an entity it would be another one.
  (text) => (/[<&[{%]/.test(text) ? text : text.replace(/(?<=\p{L})(?=\p{L})/u, '\u200b')),
  (text) => `${text}...`,
  (text) => text.replace(/\.$/, ''),
  (text) => text.replaceAll(/\p{L}(?= |$)/gu, '$&:'),
  (text) => text.replaceAll(/\p{L}(?= |$)/gu, '$&!'),
  (text) => text.toUpperCase(),
  (text) => `${text} [box kind="a  b"] %s {{ name }} <i class="x  y">b</i> &amp;nbsp; https://a.test/?b="c"`,
  (text) => `<!-- a  "b" -->${text}<script>a  "b"</script>`,
  () => '',
);

/** Edits of the texts of a marked one, and of its marks: some are lost, or change places. */
const someEdits = fc.array(fc.tuple(fc.nat(), anEdit), { maxLength: 5 });
function edited(marked: string, edits: readonly (readonly [number, (text: string) => string])[]): string {
  const pieces: MarkedPiece[] = readMarked(marked) ?? [];
  for (const [at, edit] of edits) {
    const texts = pieces.filter((piece) => piece.kind === 'text');
    const piece = texts[at % Math.max(texts.length, 1)];
    if (piece) piece.text = edit(piece.text);
    else pieces.push({ kind: 'text', text: edit('') });
    const single = pieces.findIndex(({ kind }) => kind === 'single');
    if (at % 5 === 0 && single >= 0) pieces.splice(at % pieces.length, 0, ...pieces.splice(single, 1));
  }
  return writeMarked(pieces);
}

/** The texts of a document: those of its rows, and itself as an excerpt that holds tags. */
function textsOf(document: string): string[] {
  const rows = readContent(document).segments.map((row) => toMarked(row));
  return [...rows, writeMarked([{ kind: 'text', text: document }])];
}

function expectKept(source: string, target: string, to: string): void {
  const unit = { source, target, from: 'en_US', to };
  const before = kept(target);
  for (const { fix, check } of checkUnit(unit, CHECK_IDS))
    if (fix !== undefined) expect(kept(fix), `${check} into ${to}, seed ${seed}`).toEqual(before);
  expect(kept(fixUnit(unit, CHECK_IDS)), `all fixes into ${to}, seed ${seed}`).toEqual(before);
}

test('fixes of the texts of every document leave their marks, tags and placeholders', { timeout: TIME }, () => {
  for (const document of [PAGE, CLASSIC, ...BROKEN, ...fixtureContents()])
    for (const source of textsOf(document)) for (const to of LANGUAGES) expectKept(source, source, to);
});

test(`whatever was done to a text, its fixes leave the rest (seed ${seed})`, { timeout: TIME }, () => {
  const document = fc.oneof(aDocument, aMess, fc.constantFrom(PAGE, CLASSIC, ...BROKEN));
  const property = fc.property(document, fc.constantFrom(...LANGUAGES), someEdits, (text, to, edits) => {
    for (const source of textsOf(text)) {
      expectKept(source, edited(source, edits), to);
      expectKept(edited(source, edits), source, to);
    }
  });
  holds(property, 300);
});
