import { readMarked } from '../../units/marked-text.ts';
import { escaped, type Output } from '../wxr/xml-write.ts';
import { headLine, markNames, writeInline, type HandoffHead, type InlineForm } from './file.ts';
import { itemName, writeKey } from './key.ts';
import type { HandoffItem, HandoffUnit } from './units.ts';

/** Writes XLIFF 1.2 (`contract/extras.md`, files for translators): one `file` per item, one `trans-unit` per text. */
export function writeXliff12(out: Output, head: HandoffHead, items: Iterable<HandoffItem>): void {
  out.write(`${DECLARATION}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n`);
  const languages = `source-language="${escaped(head.from.tag)}" target-language="${escaped(head.to.tag)}"`;
  let n = 0;
  for (const item of items) {
    n += 1;
    const note = noteOf(item);
    out.write(`<file original="${itemOf(item)}" ${languages} datatype="html" date="${head.at}">\n`);
    out.write(
      `<header><note from="polydesk">${escaped(headLine(head))}</note><note>${escaped(note)}</note></header>\n<body>\n`,
    );
    for (const unit of item.units) out.write(unit12(unit, head));
    out.write('</body>\n</file>\n');
  }
  // The schema requires at least one file.
  if (n === 0) out.write(`<file original="none" ${languages} datatype="html"><body/></file>\n`);
  out.write('</xliff>\n');
}

/** Writes XLIFF 2.1: one `file` per item, one `unit` with a single segment per text. */
export function writeXliff21(out: Output, head: HandoffHead, items: Iterable<HandoffItem>): void {
  const spaces = 'xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0"';
  const languages = `srcLang="${escaped(head.from.tag)}" trgLang="${escaped(head.to.tag)}"`;
  out.write(`${DECLARATION}<xliff version="2.1" ${spaces} ${languages}>\n`);
  let n = 0;
  for (const item of items) {
    n += 1;
    out.write(`<file id="f${n}" original="${itemOf(item)}">\n<mda:metadata><mda:metaGroup category="polydesk">`);
    out.write(`<mda:meta type="handoff">${escaped(headLine(head))}</mda:meta></mda:metaGroup></mda:metadata>\n`);
    out.write(`<notes><note>${escaped(noteOf(item))}</note></notes>\n`);
    for (const unit of item.units) out.write(unit21(unit, head));
    out.write('</file>\n');
  }
  if (n === 0) out.write(NOTHING_21);
  out.write('</xliff>\n');
}

// The schema requires at least one unit per file.
const NOTHING_21 = `<file id="f1">
<notes><note>Nothing to translate.</note></notes>
<unit id="none" translate="no"><segment><source/></segment></unit>
</file>
`;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const itemOf = ({ kind, source }: HandoffItem): string => escaped(itemName({ kind, id: source }));
const noteOf = ({ type, title, slug }: HandoffItem): string => `${type}: ${title === '' ? slug : title}`;

function unit12(unit: HandoffUnit, head: HandoffHead): string {
  const form = form12(markNames(unit));
  const { progress, what } = unit;
  const approved = progress === 'done' ? ' approved="yes"' : '';
  const text = targetOf(unit, head);
  const target = text === '' ? '' : `<target state="${STATES_12[progress]}">${inline(text, form)}</target>\n`;
  return `<trans-unit id="${writeKey(unit.address)}"${approved} xml:space="preserve">
<source>${inline(unit.source, form)}</source>
${target}<note>${escaped(what)}</note>
</trans-unit>
`;
}

function unit21(unit: HandoffUnit, head: HandoffHead): string {
  const form = form21(markNames(unit));
  const { progress, what } = unit;
  const text = targetOf(unit, head);
  const target = text === '' ? '' : `\n<target>${inline(text, form)}</target>`;
  return `<unit id="${writeKey(unit.address)}" xml:space="preserve">
<notes><note>${escaped(what)}</note></notes>
<segment state="${progress === 'done' ? 'translated' : 'initial'}"${progress === 'unsure' ? ' subState="polydesk:unsure"' : ''}>
<source>${inline(unit.source, form)}</source>${target}
</segment>
</unit>
`;
}

const STATES_12 = { done: 'translated', unsure: 'needs-review-translation', new: 'new' } as const;

/** The target of a unit, "" for none. */
function targetOf({ progress, source, target }: HandoffUnit, { isFilled }: HandoffHead): string {
  if (progress !== 'new') return target;
  return isFilled ? source : '';
}

const inline = (marked: string, form: InlineForm): string =>
  writeInline(readMarked(marked) ?? [{ kind: 'text', text: marked }], form);

const TYPES_12: Readonly<Record<string, string>> = {
  a: 'link',
  b: 'bold',
  br: 'lb',
  em: 'italic',
  i: 'italic',
  img: 'image',
  strong: 'bold',
  u: 'underlined',
};

function form12(nameOf: (id: string) => string): InlineForm {
  const type = (id: string): string => {
    const name = nameOf(id).replace(/[^A-Za-z0-9-]/g, '');
    return escaped(TYPES_12[name] ?? `x-${name || 'mark'}`);
  };
  return {
    text: escaped,
    // The schema requires that `mid` in a target refers to a segment of the unit.
    open: (tag, id) => (tag === 'n' ? `<mrk mtype="protected" comment="${id}">` : `<g id="${id}" ctype="${type(id)}">`),
    close: (tag) => (tag === 'n' ? '</mrk>' : '</g>'),
    single: (id) => `<x id="${id}" ctype="${type(id)}" equiv-text="${escaped(shown(nameOf(id)))}"/>`,
  };
}

function form21(nameOf: (id: string) => string): InlineForm {
  const type = (id: string): string => {
    const name = nameOf(id);
    if (name === 'a') return 'link';
    return name === 'img' ? 'image' : 'fmt';
  };
  return {
    text: escaped,
    open(tag, id) {
      if (tag === 'n') return `<mrk id="${id}" translate="no">`;
      const name = escaped(nameOf(id) || 'mark');
      return `<pc id="${id}" type="${type(id)}" dispStart="[${name}]" dispEnd="[/${name}]">`;
    },
    close: (tag) => (tag === 'n' ? '</mrk>' : '</pc>'),
    single: (id) => `<ph id="${id}" type="${type(id)}" disp="${escaped(shown(nameOf(id)))}"/>`,
  };
}

const shown = (name: string): string => `[${name || 'mark'}]`;
