import type { MarkedPiece } from '../../units/marked-text.ts';
import type { Output } from '../wxr/xml-write.ts';
import type { Control } from '../refusal.ts';
import type { HandoffItem, HandoffUnit } from './units.ts';

/** A language as named in files. */
export interface HandoffLanguage {
  /** Its code on the site. */
  code: string;
  /** BCP 47: `fr-FR`. */
  tag: string;
}

/** The header of a file. */
export interface HandoffHead {
  /** `site_id` of the exporting site. */
  site: string;
  /** Title of the site, for people. */
  title: string;
  from: HandoffLanguage;
  to: HandoffLanguage;
  /** Time of the export, ISO 8601 in UTC. */
  at: string;
  /** Empty translations are prefilled with their source: some tools show only units that have a target. */
  isFilled: boolean;
}

/** The state a tool gives a unit, "" for none. Only a hint: many tools leave it unchanged. */
export type SaidProgress = '' | 'new' | 'unsure' | 'done';

/** A unit as read. Texts are marked; "" for none. */
export interface FileUnit {
  key: string;
  /** `post/812`, if the file gives it. */
  item: string;
  source: string;
  target: string;
  said: SaidProgress;
  line: number;
  /** Similarity in percent of the memory match that the translation comes from. */
  score?: number;
}

/** A file as read. Missing values are "". */
export interface HandoffFile {
  head: {
    site: string;
    from: string;
    to: string;
    at: string;
    fromTag: string;
    toTag: string;
    tool: string;
    /** Its parts name different sites or languages. */
    isMixed: boolean;
  };
  units: FileUnit[];
}

/** A file format for translators. */
export interface HandoffFormat {
  extensions: readonly [string, ...string[]];
  mediaTypes: readonly [string, ...string[]];
  about: string;
  /** Whether a file has this format, by its first characters. */
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
  isMixed: false,
});

/** Takes a value that every part of a file gives, and remembers whether they differ. */
export function takeOnce(
  head: HandoffFile['head'],
  name: 'site' | 'from' | 'to' | 'fromTag' | 'toTag',
  value = '',
): void {
  if (value === '') return;
  if (head[name] !== '' && head[name].toLowerCase() !== value.toLowerCase()) head.isMixed = true;
  head[name] ||= value;
}

/** The header as one line, for parts of a file that tools preserve: a note, a comment, a header field. */
export function headLine({ site, from, to, at }: HandoffHead): string {
  return `polydesk-handoff site=${site} from=${from.code} to=${to.code} at=${at}`;
}

/** Parses such a line into the header; returns whether it was one. */
export function takeHeadLine(head: HandoffFile['head'], line: string): boolean {
  if (!line.includes('polydesk-handoff ')) return false;
  for (const [, name = '', value = ''] of line.matchAll(/\b(site|from|to|at)=([\w.:-]{1,64})/g))
    if (name === 'at') head.at = value;
    else if (name === 'site' || name === 'from' || name === 'to') takeOnce(head, name, value);
  return true;
}

/** The names of a unit's marks: `strong`, `a`, `br`, `gallery`. */
export function markNames({ row }: HandoffUnit): (id: string) => string {
  return (id) => (id === 'n' ? 'br' : (row?.source?.marks[Number(id)]?.name ?? ''));
}

/** How a format writes each kind of inline piece. */
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
