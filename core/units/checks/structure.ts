// What breaks a page: marks, placeholders and shortcodes that differ from the source.
import { placeholdersIn } from './findings.ts';
import { keepsMarks } from '../marked-text.ts';
import { missingFrom, type ReadUnit } from './unit.ts';

export function marks({ source, target }: ReadUnit): string[] {
  return keepsMarks(source, target) ? [] : [''];
}

export function placeholders({ plain }: ReadUnit): string[] {
  return differences(placeholdersIn(plain.source), placeholdersIn(plain.target));
}

/** Names in brackets that are meant for programs: with values, with punctuation in the name, or with a closing partner. */
export function shortcode({ plain }: ReadUnit): string[] {
  return differences(shortcodesIn(plain.source), shortcodesIn(plain.target));
}

function shortcodesIn(text: string): string[] {
  const found = [...text.matchAll(/\[(\/?)([A-Za-z][\w-]*)((?:\s[^\][]*)?)\]/g)];
  const closed = new Set(found.filter(([, slash]) => slash === '/').map(([, , name]) => name));
  return found
    .filter(([, , name = '', values = '']) => closed.has(name) || /[_-]/.test(name) || values.includes('='))
    .map(([, slash = '', name = '']) => `[${slash}${name}]`);
}

const differences = (wanted: readonly string[], found: readonly string[]): string[] => [
  ...missingFrom(wanted, found),
  ...missingFrom(found, wanted),
];
