// What breaks a page: marks, placeholders and shortcodes that differ from the source.
import { placeholdersIn } from './findings.ts';
import { readMarked, type MarkedPiece } from '../marked-text.ts';
import { missingFrom, type ReadUnit } from './unit.ts';

/**
 * Marks that the target lacks. Translators may add marks, such as emphasis on a foreign word. Numbers of marks are not compared:
 * each side numbers them in its own order, because word order differs between languages.
 */
export function marks({ source, target }: ReadUnit): string[] {
  const [wanted, found] = [readMarked(source), readMarked(target)];
  if (!wanted || !found) return [''];
  return missingFrom(marksOf(wanted), marksOf(found)).length > 0 ? [''] : [];
}

/**
 * The tag of each mark. Locked words are not compared: they cannot be changed here, and a translation made elsewhere may name a
 * file, a key or a button in its own language. Line breaks have a separate check.
 */
function marksOf(pieces: readonly MarkedPiece[]): string[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'open') return piece.tag;
    return piece.kind === 'single' && piece.id !== 'n' ? 'x' : [];
  });
}

export function placeholders({ free }: ReadUnit): string[] {
  return differences(placeholdersIn(free.source), placeholdersIn(free.target));
}

/** Names in brackets that are meant for programs: with values, with punctuation in the name, or with a closing partner. */
export function shortcode({ free }: ReadUnit): string[] {
  return differences(shortcodesIn(free.source), shortcodesIn(free.target));
}

function shortcodesIn(text: string): string[] {
  const found = [...text.matchAll(/\[(\/?)([A-Za-z][\w-]*)((?:\s[^\][]*)?)\]/g)];
  const closed = new Set(found.filter(([, slash]) => slash === '/').map(([, , name]) => name));
  return found
    .filter(([, , name = '', values = '']) => closed.has(name) || /^[a-z\d]+[_-]/.test(name) || values.includes('='))
    .map(([, slash = '', name = '']) => `[${slash}${name}]`);
}

const differences = (wanted: readonly string[], found: readonly string[]): string[] => [
  ...missingFrom(wanted, found),
  ...missingFrom(found, wanted),
];
