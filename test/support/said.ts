import english from '../../renderer/lib/messages/en/notes.json' with { type: 'json' };
import { formatPieces, type Params } from '../../core/schema/wire/message-format.ts';

const texts: Readonly<Record<string, string>> = english;

/** The English message of a note or a finding, filled in; unfilled slots stay visible. */
export function said(key: string, params: Params = {}): string {
  const plain = Object.entries(params).map(
    ([name, value]) => [name, name === 'count' ? value : String(value)] as const,
  );
  const pieces = formatPieces(texts[key] ?? '', Object.fromEntries(plain), 'en');
  return pieces.map((piece) => (typeof piece === 'string' ? piece : `{${piece.slot}}`)).join('');
}
