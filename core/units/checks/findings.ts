// What a translation lost of its source that readers must not miss: it blocks publishing, as lost marks do.
import type { Mark, Token } from '../tokens.ts';
import { plainText } from '../tokens.ts';

/** A text to be checked. */
export interface CheckedText {
  tokens: readonly Token[];
  marks: readonly Mark[];
}

/** Something that was lost, by name, once for each occurrence. */
export interface Finding {
  kind: 'placeholders' | 'shortcode';
  names: string[];
}

/** `{name}`, `{{ name }}`, `${name}`, `%s`, `%1$d`, `%.2f`, `%05d`, `%(name)s`, `%name%`. */
const PLACEHOLDER =
  /\{\{\s*[\w.-]+\s*\}\}|\$?\{[\w.-]+\}|(?<![\d%])%(?:\(\w+\)|\d+\$)?(?:0\d+)?(?:\.\d+)?[sdifu](?![\p{Script=Latin}\p{N}_])|%[a-z_]{2,}%/gu;

/** What the source has and its translation lacks; empty if there is no translation yet. */
export function findLost(source: CheckedText, target: CheckedText): Finding[] {
  const lost: Finding[] = [
    { kind: 'placeholders', names: lacking(placeholders(source), placeholders(target)) },
    { kind: 'shortcode', names: lacking(shortcodes(source), shortcodes(target)) },
  ];
  return lost.filter(({ names }) => names.length > 0);
}

function placeholders({ tokens, marks }: CheckedText): string[] {
  return placeholdersIn(plainText(tokens, marks));
}

/** Placeholders in a text without marks. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([found]) => found.replace(/\s/g, ''));
}

function shortcodes({ tokens, marks }: CheckedText): string[] {
  return tokens.flatMap((token) => {
    const mark = token.kind === 'text' || token.kind === 'close' ? undefined : marks[token.mark];
    return mark?.kind === 'shortcode' ? [`[${mark.name}]`] : [];
  });
}

function lacking(wanted: readonly string[], there: readonly string[]): string[] {
  const left = [...there];
  return wanted.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
