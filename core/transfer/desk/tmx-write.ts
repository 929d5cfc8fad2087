import { readMarked } from '../../units/marked-text.ts';
import { writeInline, type InlineForm } from '../handoff/file.ts';
import { escaped, type Output } from '../wxr/xml-write.ts';

/** A text in several languages, by tag; the first is the original. */
export interface TmxUnit {
  texts: { tag: string; marked: string }[];
  /** When it was created and by whom, if known; ISO 8601. */
  at: string;
  by: string;
}

export interface TmxHead {
  /** `site_id` and title of the exporting site. */
  site: string;
  title: string;
  /** Tag of the default language. */
  tag: string;
  at: string;
}

/** The tool name that identifies our files when they are imported again. */
export const TOOL = 'Polydesk';

/** Writes TMX 1.4b (`contract/extras.md`, `/exports`): one `tu` per text. Returns how many. */
export function writeTmx(out: Output, head: TmxHead, units: Iterable<TmxUnit>): number {
  const facts = [
    ...[`creationtool="${TOOL}"`, 'creationtoolversion="1"', 'segtype="block"', 'o-tmf="polydesk"', 'adminlang="en"'],
    ...[`srclang="${escaped(head.tag)}"`, 'datatype="html"', `creationdate="${tmxDate(head.at)}"`],
  ];
  out.write(`<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n<header ${facts.join(' ')}>\n`);
  out.write(`<prop type="x-polydesk-site">${escaped(head.site)}</prop>\n`);
  out.write(`<prop type="x-polydesk-title">${escaped(head.title)}</prop>\n</header>\n<body>\n`);
  let count = 0;
  for (const { texts, at, by } of units) {
    count += 1;
    const made = `${at === '' ? '' : ` creationdate="${tmxDate(at)}"`}${by === '' ? '' : ` creationid="${escaped(by)}"`}`;
    out.write(`<tu srclang="${escaped(texts[0]?.tag ?? head.tag)}"${made}>\n`);
    for (const { tag, marked } of texts)
      out.write(`<tuv xml:lang="${escaped(tag)}"><seg>${segment(marked)}</seg></tuv>\n`);
    out.write('</tu>\n');
  }
  out.write('</body>\n</tmx>\n');
  return count;
}

function segment(marked: string): string {
  let pairs = 0;
  const open: { tag: 'g' | 'n'; i: number }[] = [];
  const form: InlineForm = {
    text: escaped,
    open(tag, id) {
      pairs += 1;
      open.push({ tag, i: pairs });
      if (tag === 'n') return `<hi type="${KEPT}" x="${id}">`;
      return `<bpt i="${pairs}" x="${id}">${escaped(`<g id="${id}">`)}</bpt>`;
    },
    close(tag) {
      const i = open.pop()?.i ?? 0;
      return tag === 'n' ? '</hi>' : `<ept i="${i}">${escaped('</g>')}</ept>`;
    },
    single: (id) => `<ph x="${id}">${escaped(`<x id="${id}"/>`)}</ph>`,
  };
  return writeInline(readMarked(marked) ?? [{ kind: 'text', text: marked }], form);
}

/** The type of words that must not be translated. */
export const KEPT = 'x-protected';

/** "20261123T153000Z"; "" for an invalid date. */
export function tmxDate(at: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)/.exec(at) ?? [];
  return day === undefined || time === undefined ? '' : `${day.replaceAll('-', '')}T${time.replaceAll(':', '')}Z`;
}
