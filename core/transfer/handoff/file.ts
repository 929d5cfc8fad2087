import type { MarkedPiece } from '../../units/marked-text.ts';
import type { Output } from '../wxr/xml-write.ts';
import type { Control } from '../refusal.ts';
import type { HandoffItem, HandoffUnit } from './units.ts';

/** A language as files name it. */
export interface HandoffLanguage {
  /** Its code on the site. */
  code: string;
  /** BCP 47: `fr-FR`. */
  tag: string;
}

/** What a file says of itself. */
export interface HandoffHead {
  /** `site_id` of the site it left. */
  site: string;
  /** Title of the site, for people. */
  title: string;
  from: HandoffLanguage;
  to: HandoffLanguage;
  /** When it left, ISO 8601 in UTC. */
  at: string;
  /** Empty translations hold the text of their source: some tools show only units that have one. */
  isFilled: boolean;
}

/** What a tool says of a unit it gives back; "" where it says nothing. A hint only: many tools leave it as it was. */
export type SaidProgress = '' | 'new' | 'unsure' | 'done';

/** A unit as it came back. Texts are marked; "" for none. */
export interface FileUnit {
  key: string;
  /** `post/812`, where the file says so. */
  item: string;
  source: string;
  target: string;
  said: SaidProgress;
  line: number;
  /** How like its source the text was whose translation it is, in percent; of what the memory has for it. */
  score?: number;
}

/** A file as it came back. What it does not say of itself is "". */
export interface HandoffFile {
  head: { site: string; from: string; to: string; at: string; fromTag: string; toTag: string; tool: string };
  units: FileUnit[];
}

/** A kind of file that goes to translators and comes back. */
export interface HandoffFormat {
  extensions: readonly [string, ...string[]];
  mediaTypes: readonly [string, ...string[]];
  about: string;
  /** Whether a file is of this kind, by its first characters. */
  holds(start: string): boolean;
  write(out: Output, head: HandoffHead, items: Iterable<HandoffItem>): void;
  /** Reads a file in UTF-8. Throws `ImportRefused`. */
  read(path: string, control: Control): HandoffFile;
}

export const emptyHead = (): HandoffFile['head'] => ({
  site: '',
  from: '',
  to: '',
  at: '',
  fromTag: '',
  toTag: '',
  tool: '',
});

/** What a head is in one line, for a place of a file that tools keep: a note, a comment, a field of the header. */
export function headLine({ site, from, to, at }: HandoffHead): string {
  return `polydesk-handoff site=${site} from=${from.code} to=${to.code} at=${at}`;
}

/** Takes what such a line says into the head; whether it was one. */
export function takeHeadLine(head: HandoffFile['head'], line: string): boolean {
  if (!line.includes('polydesk-handoff ')) return false;
  for (const [, name = '', value = ''] of line.matchAll(/\b(site|from|to|at)=([\w.:-]{1,64})/g))
    if (name === 'site' || name === 'from' || name === 'to' || name === 'at') head[name] = value;
  return true;
}

/** The marks of a unit by what they are called: `strong`, `a`, `br`, `gallery`. */
export function markNames({ row }: HandoffUnit): (id: string) => string {
  return (id) => (id === 'n' ? 'br' : (row?.source?.marks[Number(id)]?.name ?? ''));
}

/** Where pieces are written: how each kind looks in a format. */
export interface InlineForm {
  text(text: string): string;
  open(tag: 'g' | 'n', id: string): string;
  close(tag: 'g' | 'n'): string;
  single(id: string): string;
}

export function writeInline(pieces: readonly MarkedPiece[], form: InlineForm): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return form.text(piece.text);
      if (piece.kind === 'single') return form.single(piece.id);
      return piece.kind === 'open' ? form.open(piece.tag, piece.id) : form.close(piece.tag);
    })
    .join('');
}
