// What breaks a page: marks, placeholders and shortcodes that differ from the source.
import { placeholdersIn } from './findings.ts';
import { readMarked, type MarkedPiece } from '../marked-text.ts';
import { missingFrom, type ReadUnit } from './unit.ts';

/**
 * Marks that the target lacks; a translator may add some, as around a foreign word. Each side numbers its marks in its own order, so their numbers are not compared: a sentence has its
 * words, links and code in the order of its language.
 */
export function marks({ source, target }: ReadUnit): string[] {
  const [wanted, found] = [readMarked(source), readMarked(target)];
  if (!wanted || !found) return [''];
  return missingFrom(marksOf(wanted), marksOf(found)).length > 0 ? [''] : [];
}

/**
 * Every mark by its tag. Locked words are not compared: nobody can change them here, and who translated elsewhere may have named
 * a file, a key or a button in their language. Lines are counted by a check of their own.
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
