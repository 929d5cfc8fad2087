// One editable document: its ProseMirror view, and what is open next to it.
import { createContext } from 'svelte';
import { EditorState, NodeSelection, Plugin, Selection, TextSelection } from 'prosemirror-state';
import type { Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { Node } from 'prosemirror-model';
import { tableEditing } from 'prosemirror-tables';
import { readDocument } from '../../../../core/units/writing/read.ts';
import { writeDocument, writeTop } from '../../../../core/units/writing/write.ts';
import type { WritingNode } from '../../../../core/units/writing/nodes.ts';
import { newPicture, withAlt } from '../../../../core/units/writing/pictures.ts';
import type { PictureFacts } from '../../../../core/units/writing/pictures.ts';
import { insertBlock, isAsking, KINDS, makeBlock, newEmbed } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { typedBlocks, writingKeys } from './keys.ts';
import { nodeViews } from './node-views.ts';
import { copySlice, nodesOf, pasteNodes, readPasted } from './paste.ts';
import { schema } from './schema.ts';
import { countWords } from './words.ts';
import type { Pictures } from '../figures/pictures.svelte.ts';

/** What is asked for outside the document. `pos`: of the block it concerns; without one it is inserted. */
export type Asked =
  | { kind: 'picture' | 'gallery' | 'embed' | 'link' }
  | { kind: 'replace' | 'alt' | 'source'; pos: number };

interface Options {
  html: string;
  pictures: Pictures;
  /** The current content. */
  onwrite: (html: string) => void;
  /** Files that were dropped or pasted. */
  onfiles: (files: File[]) => void;
  onpasted: (count: number, pictures: number) => void;
  ontoolbar: () => void;
  /** Placeholders of an empty line and after a slash. */
  hints: () => Record<'empty' | 'slash', string>;
  /** Names in the menu, for searching it. */
  nameOf: (kind: Kind) => string;
}

/** Text typed after a slash at the beginning of an empty line. */
interface Slash {
  query: string;
  from: number;
  to: number;
}

export class Writing {
  /** ProseMirror's state, replaced on each change. */
  state = $state.raw<EditorState>() as EditorState;
  asked = $state.raw<Asked | undefined>();
  /** The active item of the slash menu; the menu is open while it has items. */
  chosen = $state(0);
  #closedAt = $state.raw(-1);
  readonly #options: Options;
  #view: EditorView | undefined;
  /** The written form of each top-level block; nodes are immutable. */
  #written = new WeakMap<Node, string>();
  #html: string;
  isReadOnly = false;
  /** The mouse was pressed in the text, and ProseMirror has not set a selection since. */
  #isPressed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#html = options.html;
    const doc = read(options.html);
    this.state = EditorState.create({ doc, selection: firstText(doc), plugins: this.#plugins() });
  }

  slash = $derived.by<Slash | undefined>(() => {
    const { $from: caret, empty } = this.state.selection;
    const { parent } = caret;
    if (!empty || parent.type.name !== 'paragraph' || caret.parentOffset !== parent.content.size) return undefined;
    const [, query] = /^\/([\p{L}\p{N} ]{0,20})$/u.exec(parent.textContent) ?? [];
    if (query === undefined || this.#closedAt === caret.start()) return undefined;
    return { query, from: caret.start(), to: caret.pos };
  });
  /** The current items of the slash menu. */
  offered = $derived.by<readonly Kind[]>(() => {
    const { slash } = this;
    if (!slash) return [];
    const words = slash.query.trim().toLowerCase();
    return KINDS.filter((kind) => kind.startsWith(words) || this.#options.nameOf(kind).toLowerCase().includes(words));
  });
  words = $derived(countWords(this.state.doc));
  /** The block with the caret, from 1, and the number of blocks. */
  place = $derived({ place: this.state.selection.$from.index(0) + 1, count: this.state.doc.childCount });

  /** Renders the document into an element. Returns a function that removes it. */
  mount(place: HTMLElement, attributes: () => Record<string, string>): () => void {
    const view = new EditorView(place, {
      state: this.state,
      attributes,
      editable: () => !this.isReadOnly,
      nodeViews: nodeViews({
        pictures: this.#options.pictures,
        replacePicture: (pos) => (this.asked = { kind: 'replace', pos }),
        describePicture: (pos) => (this.asked = { kind: 'alt', pos }),
        showHtml: (pos) => (this.asked = { kind: 'source', pos }),
      }),
      dispatchTransaction: (tr) => this.#apply(tr),
      handleKeyDown: (_, event) => this.#slashKey(event),
      handleTextInput: (_, _from, _to, text) => this.#typeBehind(text),
      handleDOMEvents: {
        mousedown: () => ((this.#isPressed = true), false),
        keydown: (each) => this.#readSelection(each),
        // ProseMirror would parse the clipboard as HTML of this page; that is never done.
        paste: (_view, event) => this.#paste(event),
        drop: (_view, event) => this.#drop(event),
        copy: (_view, event) => this.#copy(event, false),
        cut: (_view, event) => this.#copy(event, true),
      },
      handleClickOn: (...[, , node, pos, { target }]) => this.#choosePicture(node, pos, target),
    });
    this.#view = view;
    return () => {
      this.#view = undefined;
      view.destroy();
    };
  }

  get view(): EditorView | undefined {
    return this.#view;
  }

  focus(): void {
    this.#view?.focus();
  }

  run(command: (state: EditorState, dispatch?: (tr: Transaction) => void, view?: EditorView) => boolean): void {
    const view = this.#view;
    if (!view || this.isReadOnly) return;
    command(view.state, view.dispatch, view);
    view.focus();
  }

  /** Adds a block, or converts the one with the caret. */
  add(kind: Kind, level?: number): void {
    if (isAsking(kind)) this.asked = { kind };
    else this.run(makeBlock(kind, level));
  }

  /** The content was changed elsewhere: shows it, keeping the unchanged parts in place. */
  take(html: string): void {
    if (html === this.#html) return;
    this.#html = html;
    const next = read(html);
    const { doc } = this.state;
    const start = doc.content.findDiffStart(next.content);
    const end = start === null ? null : doc.content.findDiffEnd(next.content);
    if (start === null || !end) return;
    const state = EditorState.create({ doc: next, plugins: this.state.plugins });
    const at = Math.min(this.state.selection.from, next.content.size);
    this.state = state.apply(state.tr.setSelection(Selection.near(next.resolve(at))));
    this.#view?.updateState(this.state);
  }

  /** Pictures were chosen: inserts them, as a gallery, or replaces another. */
  put(chosen: readonly PictureFacts[], asked: Asked): void {
    const view = this.#view;
    const isClassic = this.state.doc.attrs['isClassic'] === true;
    const [first] = chosen;
    if (!view || !first) return;
    if (asked.kind === 'replace') {
      const node = this.state.doc.nodeAt(asked.pos);
      if (node)
        view.dispatch(view.state.tr.setNodeMarkup(asked.pos, null, { ...node.attrs, ...newPicture(first, isClassic) }));
    } else {
      const pictures = chosen.map((facts) =>
        schema.node('picture', newPicture(facts, isClassic), schema.node('caption')),
      );
      const isGallery = asked.kind === 'gallery';
      const nodes = isGallery ? [schema.node('gallery', null, [...pictures, schema.node('caption')])] : pictures;
      view.dispatch(insertBlock(view.state, ...nodes));
    }
    view.focus();
  }

  describe(pos: number, alt: string): void {
    const node = this.state.doc.nodeAt(pos);
    if (!node || !this.#view) return;
    this.#view.dispatch(this.state.tr.setNodeAttribute(pos, 'image', withAlt(String(node.attrs['image']), alt)));
    this.#view.focus();
  }

  embed(url: string): void {
    this.run((state, dispatch) => {
      dispatch?.(insertBlock(state, newEmbed(url, state.doc.attrs['isClassic'] === true)));
      return true;
    });
  }

  /** A new line after a block, with the block menu open. */
  addBehind(pos: number): void {
    const view = this.#view;
    const node = view?.state.doc.nodeAt(pos);
    if (!view || !node || this.isReadOnly) return;
    const at = pos + node.nodeSize;
    const tr = view.state.tr.insert(at, schema.node('paragraph', null, schema.text('/')));
    view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView());
    view.focus();
  }

  /** The HTML of a block, and its replacement. */
  sourceAt(pos: number): string {
    return String(this.state.doc.nodeAt(pos)?.attrs['html'] ?? '');
  }
  replaceSource(pos: number, html: string): void {
    const node = this.state.doc.nodeAt(pos);
    if (!node || !this.#view) return;
    this.#view.dispatch(this.state.tr.replaceWith(pos, pos + node.nodeSize, nodesOf(html)));
    this.#view.focus();
  }

  /** Chooses from the slash menu. */
  choose(kind: Kind): void {
    const { slash } = this;
    const view = this.#view;
    if (!view || !slash) return;
    view.dispatch(view.state.tr.delete(slash.from, slash.to));
    this.add(kind);
  }

  #plugins(): Plugin[] {
    const acts = {
      link: () => (this.asked = { kind: 'link' }),
      picture: () => (this.asked = { kind: 'picture' }),
      toolbar: () => this.#options.ontoolbar(),
    };
    return [
      typedBlocks({ picture: () => void acts.picture() }),
      ...writingKeys({ ...acts, link: () => void acts.link(), picture: () => void acts.picture() }),
      history(),
      tableEditing(),
      gapCursor(),
      dropCursor({ color: false, class: 'drop-cursor' }),
      new Plugin({ props: { decorations: (state) => marked(state, this.#options.hints()) } }),
    ];
  }

  #apply(tr: Transaction): void {
    if (tr.selectionSet) this.#isPressed = false;
    this.state = this.state.apply(tr);
    this.#view?.updateState(this.state);
    if (!this.slash)
      this.#closedAt = this.state.selection.$from.parent.textContent.startsWith('/') ? this.#closedAt : -1;
    if (this.chosen >= this.offered.length) this.chosen = 0;
    if (!tr.docChanged) return;
    this.#html = this.#content();
    this.#options.onwrite(this.#html);
  }

  /** Only replaced blocks are serialised again. */
  #content(): string {
    const { doc } = this.state;
    const json = new Map<WritingNode, Node>();
    const written = isSpare(doc.lastChild) && doc.childCount > 1 ? doc.children.slice(0, -1) : doc.children;
    const content = written.map((node) => {
      const { before, form } = node.attrs as Record<'before' | 'form', string | null>;
      const stub: WritingNode = { type: node.type.name, attrs: { before, form } };
      json.set(stub, node);
      return stub;
    });
    return writeDocument({ type: 'doc', attrs: doc.attrs, content }, (stub, isClassic) => {
      const node = json.get(stub);
      if (!node) return '';
      const known = this.#written.get(node) ?? writeTop(node.toJSON() as WritingNode, isClassic);
      this.#written.set(node, known);
      return known;
    });
  }

  /** Browsers report the caret of a click some milliseconds late: a key right after it means the clicked block. */
  #readSelection(view: EditorView): boolean {
    const found = document.getSelection();
    if (!this.#isPressed || view.composing || !found?.anchorNode || !found.focusNode) return false;
    this.#isPressed = false;
    if (!view.dom.contains(found.anchorNode) || !view.dom.contains(found.focusNode)) return false;
    const { doc } = view.state;
    const anchor = doc.resolve(view.posAtDOM(found.anchorNode, found.anchorOffset));
    const head = doc.resolve(view.posAtDOM(found.focusNode, found.focusOffset));
    const selection = TextSelection.between(anchor, head);
    if (!selection.eq(view.state.selection)) view.dispatch(view.state.tr.setSelection(selection));
    return false;
  }

  /** Text typed while a card or a picture is selected goes after it and never replaces it. */
  #typeBehind(text: string): boolean {
    const { selection, tr } = this.state;
    if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
    const at = selection.$from.depth === 0 ? selection.to : selection.$to.after(1);
    tr.insert(at, schema.node('paragraph', null, schema.text(text)));
    this.#apply(tr.setSelection(TextSelection.create(tr.doc, at + 1 + text.length)).scrollIntoView());
    return true;
  }

  /** Clicking a picture selects it; clicking its caption edits that. */
  #choosePicture(node: Node, pos: number, target: EventTarget | null): boolean {
    if (node.type.name !== 'picture' || !(target instanceof HTMLImageElement)) return false;
    this.#apply(this.state.tr.setSelection(NodeSelection.create(this.state.doc, pos)));
    return true;
  }

  #slashKey(event: KeyboardEvent): boolean {
    const { slash, offered } = this;
    if (!slash || offered.length === 0 || event.isComposing) return false;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) this.chosen = (this.chosen + by + offered.length) % offered.length;
    else if (event.key === 'Enter') this.choose(offered[this.chosen] ?? 'paragraph');
    else if (event.key === 'Escape') this.#closedAt = slash.from;
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #paste(event: ClipboardEvent): boolean {
    const data = event.clipboardData;
    const view = this.#view;
    if (!data || !view || this.isReadOnly) return false;
    event.preventDefault();
    const files = [...data.files].filter(({ type }) => type.startsWith('image/'));
    if (files.length > 0 && data.getData('text/html') === '') this.#options.onfiles(files);
    else this.#put(data);
    return true;
  }

  #put(data: DataTransfer): void {
    const { nodes, read: pasted } = readPasted(data);
    if (!this.#view || nodes.length === 0) return;
    pasteNodes(this.#view, nodes);
    if (nodes.length > 1 || (pasted?.pictures ?? 0) > 0) this.#options.onpasted(nodes.length, pasted?.pictures ?? 0);
  }

  /** ProseMirror moves what is dragged within the document; anything from outside is parsed as a clipboard. */
  #drop(event: DragEvent): boolean {
    const view = this.#view;
    const data = event.dataTransfer;
    if (!view || !data || view.dragging || this.isReadOnly) return false;
    event.preventDefault();
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
    if (at) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))));
    const files = [...data.files].filter(({ type }) => type.startsWith('image/'));
    if (files.length > 0) this.#options.onfiles(files);
    else this.#put(data);
    return true;
  }

  #copy(event: ClipboardEvent, isCut: boolean): boolean {
    const view = this.#view;
    if (!view || !event.clipboardData || !copySlice(view, event.clipboardData)) return false;
    event.preventDefault();
    if (isCut && !this.isReadOnly) view.dispatch(view.state.tr.deleteSelection().scrollIntoView());
    return true;
  }
}

/** The caret starts in the first text; a card before it is not selected. */
const firstText = (doc: Node): Selection => Selection.findFrom(doc.resolve(0), 1, true) ?? Selection.atStart(doc);
/** A new, empty paragraph: at the end of a text it is there to continue in, and not stored. */
const isSpare = (node: Node | null): boolean =>
  node?.type.name === 'paragraph' && node.childCount === 0 && node.attrs['form'] === null && node.attrs['raw'] === null;
const read = (html: string): Node => Node.fromJSON(schema, readDocument(html));

/** Highlights the block with the caret, and shows placeholders in an empty line and after a slash. */
function marked({ selection, doc }: EditorState, hints: ReturnType<Options['hints']>): DecorationSet {
  const { $from: caret } = selection;
  const isNode = selection instanceof NodeSelection;
  const { from, to } = caret.depth === 0 ? selection : { from: caret.before(1), to: caret.after(1) };
  const node = doc.nodeAt(from);
  const found = node && from + node.nodeSize === to ? [Decoration.node(from, to, { class: 'here' })] : [];
  const words = isNode || caret.parent.type.name !== 'paragraph' ? undefined : caret.parent.textContent;
  const hint = words === '' ? hints.empty : words === '/' ? hints.slash : undefined;
  if (hint !== undefined)
    found.push(Decoration.node(caret.before(), caret.after(), { class: 'hint', 'data-hint': hint }));
  return DecorationSet.create(doc, found);
}

/** The writing view around a component. */
export const [getWriting, setWriting] = createContext<Writing>();
