import { textOf } from './fields.ts';
import type { Bundle } from './files.ts';
import type { JsonPath } from './json.ts';
import type { Fields, MetaField } from './parts.ts';
import { refuse, type OpenFile } from './refused.ts';
import { NUMBER_OPTIONS, UUID, type Groups } from './schema.ts';

type Kind = 'term' | 'post';

/** Checks the references between the parts of a bundle as they are read. */
export interface Links {
  site(file: OpenFile, fields: Fields): void;
  user(file: OpenFile, at: JsonPath, login: string): void;
  language(file: OpenFile, fields: Fields): void;
  item(file: OpenFile, kind: Kind, fields: Fields): void;
  /** The translations of an item, and whether it was chosen as their source. */
  of(uuid: string): { translations: Record<string, string>; source: boolean };
  /** Call once everything was read: throws if a referenced item is missing. */
  assertComplete(): void;
}

/** What others need to know of an item they reference. */
interface Named {
  kind: Kind;
  type: string;
  lang: string;
  parent: string;
}

/** A reference to an item that was not read yet. */
interface Waiting {
  path: string;
  at: JsonPath;
  uuid: string;
  kind: Kind;
  /** The type it must have. */
  type?: string;
}

interface Group {
  kind: Kind;
  at: JsonPath;
  translations: Record<string, string>;
  source: string | undefined;
}

interface State {
  bundle: Bundle;
  isWhole: boolean;
  codes: ReadonlySet<string>;
  logins: Set<string>;
  items: Map<string, Named>;
  seen: Set<string>;
  waiting: Waiting[];
}

/** @param of.isWhole the bundle holds the whole site, including everything that `site.json` references */
export function createLinks(of: {
  bundle: Bundle;
  isWhole: boolean;
  codes: readonly string[];
  groups: { file: OpenFile; value: Groups };
}): Links {
  const { bundle, isWhole, groups } = of;
  const codes = new Set(of.codes);
  const state: State = {
    ...{ bundle, isWhole, codes },
    ...{ logins: new Set(), items: new Map(), seen: new Set(), waiting: [] },
  };
  const grouped = groupsByItem(groups.file, groups.value);
  return {
    site: (file, fields) => checkSite(state, file, fields),
    user(file, at, login) {
      // Logins are compared without regard to case.
      const isTwice = [...state.logins].some((one) => one.toLowerCase() === login.toLowerCase());
      if (isTwice) refuse(file, at, `The login "${login}" is in the list twice.`);
      state.logins.add(login);
    },
    language(file, { uuid, fallbacks }) {
      assertOnce(state, file, textOf(uuid));
      for (const [n, code] of (fallbacks as string[]).entries())
        assertCode(state, file, { at: ['fallbacks', n], code });
    },
    item: (file, kind, fields) => checkItem(state, file, { kind, fields }),
    of: (uuid) => linkedIn(grouped, uuid),
    assertComplete() {
      assertNamed(state);
      assertNoCircle(state);
      for (const group of new Set(grouped.values())) assertGroup(groups.file, group, state.items);
    },
  };
}

/** The groups of a bundle that has already been checked. */
export function linksIn(file: OpenFile, value: Groups): Pick<Links, 'of'> {
  const grouped = groupsByItem(file, value);
  return { of: (uuid) => linkedIn(grouped, uuid) };
}

function linkedIn(grouped: ReadonlyMap<string, Group>, uuid: string): ReturnType<Links['of']> {
  const { translations = {}, source } = grouped.get(uuid) ?? {};
  return { translations, source: source !== undefined && translations[source] === uuid };
}

function assertOnce({ seen }: State, file: OpenFile, uuid: string): void {
  if (seen.has(uuid)) refuse(file, ['uuid'], 'Another file of the bundle has the same "uuid".');
  seen.add(uuid);
}

function assertCode({ codes }: State, file: OpenFile, { at, code }: { at: JsonPath; code: unknown }): void {
  if (code !== '' && !codes.has(textOf(code)))
    refuse(file, at, `The language "${textOf(code)}" does not exist in the bundle.`);
}

/** Records a reference of an item; if its target was not read yet, it is checked at the end. */
function note({ items, waiting }: State, { uuid, ...wanted }: Omit<Waiting, 'uuid'> & { uuid: unknown }): void {
  if (typeof uuid !== 'string' || uuid === '') return;
  const found = items.get(uuid);
  if (found?.kind !== wanted.kind || (wanted.type !== undefined && found.type !== wanted.type))
    waiting.push({ ...wanted, uuid });
}

function checkSite(state: State, file: OpenFile, { default_lang, default_category, options }: Fields): void {
  const { path } = file;
  assertCode(state, file, { at: ['default_lang'], code: default_lang });
  if (!state.isWhole) return;
  note(state, { path, kind: 'term', at: ['default_category'], uuid: default_category, type: 'category' });
  for (const option of NUMBER_OPTIONS)
    note(state, { path, kind: 'post', at: ['options', option], uuid: (options as Fields)[option] });
}

function checkItem(state: State, file: OpenFile, { kind, fields }: { kind: Kind; fields: Fields }): void {
  const { path } = file;
  const { lang, parent, featured_media, author, terms, meta } = fields;
  const [uuid, type] = [textOf(fields['uuid']), textOf(kind === 'term' ? fields['taxonomy'] : fields['type'])];
  assertOnce(state, file, uuid);
  assertCode(state, file, { at: ['lang'], code: lang });
  if (author !== undefined && author !== '' && !state.logins.has(textOf(author)))
    refuse(file, ['author'], `The author "${textOf(author)}" does not exist in users.json.`);
  state.items.set(uuid, { kind, type, lang: textOf(lang), parent: textOf(parent) });
  note(state, { path, kind, at: ['parent'], uuid: parent, ...(kind === 'term' && { type }) });
  note(state, { path, kind: 'post', at: ['featured_media'], uuid: featured_media });
  for (const [n, term] of ((terms ?? []) as string[]).entries())
    note(state, { path, kind: 'term', at: ['terms', n], uuid: term });
  if (type !== 'nav_menu_item') return;
  for (const [n, { value }] of (meta as MetaField[]).entries()) {
    const [, target, id] = /^@(post|term):(.+)$/.exec(value) ?? [];
    if (id !== undefined && UUID.test(id))
      note(state, { path, kind: target as Kind, at: ['meta', n, 'value'], uuid: id });
  }
}

const openFile = ({ bundle }: State, path: string): OpenFile => ({ path, text: bundle.text(path) });

function assertNamed(state: State): void {
  for (const { path, at, uuid, kind, type } of state.waiting) {
    const found = state.items.get(uuid);
    if (found?.kind !== kind)
      refuse(
        openFile(state, path),
        at,
        `There is no ${kind === 'term' ? 'term' : 'item'} with this key in the bundle.`,
      );
    if (type !== undefined && found.type !== type)
      refuse(openFile(state, path), at, `This is not a term of "${type}".`);
  }
}

function groupsByItem(file: OpenFile, { posts, terms }: Groups): Map<string, Group> {
  const grouped = new Map<string, Group>();
  const add = (kind: Kind, place: 'posts' | 'terms', list: Groups['posts']): void => {
    for (const [n, { translations, source }] of list.entries()) {
      const group: Group = { kind, at: [place, n], translations, source };
      for (const [code, uuid] of Object.entries(translations)) {
        if (grouped.has(uuid)) refuse(file, [place, n, 'translations', code], 'This item is in two groups.');
        grouped.set(uuid, group);
      }
      if (Object.keys(translations).length < 2) refuse(file, [place, n], 'A group has two items at least.');
      if (source !== undefined && !Object.hasOwn(translations, source))
        refuse(file, [place, n, 'source'], 'The group has no item of this language.');
    }
  };
  add('post', 'posts', posts);
  add('term', 'terms', terms);
  return grouped;
}

function assertGroup(file: OpenFile, { kind, at, translations }: Group, items: ReadonlyMap<string, Named>): void {
  const types = new Set<string>();
  for (const [code, uuid] of Object.entries(translations)) {
    const place = [...at, 'translations', code];
    const item = items.get(uuid);
    if (item?.kind !== kind)
      return refuse(file, place, `There is no ${kind === 'term' ? 'term' : 'item'} with this key in the bundle.`);
    if (item.lang !== code) refuse(file, place, `The file of this item says the language "${item.lang}".`);
    types.add(item.type);
    if (types.size > 1) refuse(file, place, 'The items of a group are of one type.');
  }
}

function assertNoCircle(state: State): void {
  const { items, bundle } = state;
  const settled = new Set<string>();
  for (const start of items.keys()) {
    const way = new Set<string>();
    for (let at = start; at !== '' && !settled.has(at); at = items.get(at)?.parent ?? '') {
      if (way.has(at)) {
        const own = new RegExp(`"uuid":\\s*"${at}"`);
        const path = bundle.paths.find((one) => one.endsWith('.json') && own.test(bundle.text(one))) ?? '';
        refuse(openFile(state, path), ['parent'], 'The item is among its own parents.');
      }
      way.add(at);
    }
    for (const one of way) settled.add(one);
  }
}
