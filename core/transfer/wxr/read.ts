import type { LanguageRecord, RecordSink } from '../records.ts';
import { ImportRefused, type Control } from '../refusal.ts';
import { count, warn, type Report } from '../report.ts';
import { createClock } from '../clock.ts';
import { readItem, type ItemContext } from './items.ts';
import { readTerm } from './terms.ts';
import { createTree, idOf, textOf, type Node } from './tree.ts';
import { feedXml, type XmlLimits } from './xml-feed.ts';

export interface WxrOptions {
  report: Report;
  control: Control;
  now: Date;
  limits?: XmlLimits;
}

const NAMESPACE = /^https?:\/\/wordpress\.org\/export\/1\.[0-2]\/$/;
const VERSION = /^1\.[0-2]$/;
/** Maximum number of terms and groups in a file: they are processed as a whole. */
const MOST_TERMS = 2_000_000;

/**
 * Streams a WordPress export of version 1.0 to 1.2 and puts its records into the sink (`content.md` 8.1). Throws `ImportRefused`
 * with the line; anything that can be skipped is skipped and reported.
 */
export function readWxr(path: string, sink: RecordSink, options: WxrOptions): void {
  const { report, control } = options;
  const state: State = { channel: new Map(), languages: [], twins: new Map(), terms: 0, isWhole: false };
  const context: ItemContext = { report, clock: createClock(), now: options.now.toISOString().slice(0, 19) };
  const tree = createTree({
    root: (name, attributes, line) => checkRoot(name, attributes, line),
    channel(name, text, line) {
      if (!state.channel.has(name)) state.channel.set(name, text.trim());
      if (name === 'wp:wxr_version' && !VERSION.test(text.trim())) throw badVersion(text.trim(), line);
    },
    record: (node) => readRecord(node, { state, sink, context }),
    odd(line, n) {
      const text = `${n} control ${n === 1 ? 'character' : 'characters'} that XML does not allow ${n === 1 ? 'was' : 'were'} left out.`;
      warn(report, 'site', { line, code: 'control_characters', text, params: { count: n } });
    },
  });
  feedXml(path, tree, { control, ...(options.limits && { limits: options.limits }) });
  if (!state.channel.has('wp:wxr_version'))
    throw new ImportRefused(
      'version',
      'This is not a WordPress export: it does not say which version of the format it has.',
      {
        params: { what: 'none' },
      },
    );
  finish(state, sink, context);
}

interface State {
  channel: Map<string, string>;
  /** Kept until the end, because their twins come later. */
  languages: LanguageRecord[];
  twins: Map<string, number>;
  terms: number;
  /** It lists languages or groups, which only a file of all content does. */
  isWhole: boolean;
}

function checkRoot(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
  const place = { line, column: 1 };
  if (name !== 'rss') {
    const params = { what: 'root', name: name.slice(0, 40) };
    const text = `This is not a WordPress export: it begins with <${params.name}>.`;
    throw new ImportRefused('not_wxr', text, { ...place, params });
  }
  const space = attributes['xmlns:wp'];
  if (space === undefined)
    throw new ImportRefused('not_wxr', 'This is not a WordPress export: it is another kind of feed.', {
      ...place,
      params: { what: 'feed' },
    });
  if (!NAMESPACE.test(space)) throw badVersion(space.slice(0, 100), line);
}

function badVersion(found: string, line: number): ImportRefused {
  const text = `The file has another version of the format (${found}); 1.0, 1.1 and 1.2 can be read.`;
  return new ImportRefused('version', text, { line, column: 1, params: { what: 'found', found } });
}

function readRecord(
  node: Node,
  { state, sink, context }: { state: State; sink: RecordSink; context: ItemContext },
): void {
  if (node.name === 'item') return sink.post(readItem(node, context));
  if (node.name === 'wp:author') return readAuthor(node, { sink, report: context.report });
  state.terms += 1;
  if (state.terms > MOST_TERMS)
    throw new ImportRefused('too_many_terms', 'The file lists more terms than a site can have.', {
      line: node.line,
      column: 1,
    });
  const found = readTerm(node, context.report);
  if (!found) return;
  if (found.is !== 'term') state.isWhole = true;
  if (found.is === 'term') sink.term(found.record);
  else if (found.is === 'group') sink.group(found.record);
  else if (found.is === 'language') state.languages.push(found.record);
  else state.twins.set(found.code, found.source);
}

function readAuthor(node: Node, { sink, report }: { sink: RecordSink; report: Report }): void {
  const login = textOf(node, 'wp:author_login').trim();
  if (login === '' || login.length > 60) {
    count(report, 'users', 'dropped');
    const text = 'An author without a usable user name was left out.';
    warn(report, 'users', { line: node.line, code: 'author', text });
    return;
  }
  sink.user({
    source: idOf(textOf(node, 'wp:author_id')),
    uuid: '',
    login,
    email: textOf(node, 'wp:author_email').slice(0, 100),
    name: textOf(node, 'wp:author_display_name') || login,
    first_name: textOf(node, 'wp:author_first_name'),
    last_name: textOf(node, 'wp:author_last_name'),
    line: node.line,
  });
}

function finish({ channel, languages, twins, isWhole }: State, sink: RecordSink, { clock }: ItemContext): void {
  for (const language of languages) sink.language({ ...language, twin: twins.get(language.code) ?? null });
  sink.site({
    title: channel.get('title') ?? '',
    description: channel.get('description') ?? '',
    url: (channel.get('wp:base_blog_url') || channel.get('link') || '').replace(/\/+$/, ''),
    whole: isWhole,
    offsets: clock.offsets(),
  });
}
