// How blocks are drawn that are more than words: pictures, and cards for what stays as it is.
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { factsOf } from '../../../../core/units/writing/pictures.ts';
import type { WritingNode } from '../../../../core/units/writing/nodes.ts';
import { pictureUrl } from '../../../lib/api/api.ts';
import { heldPath } from '../../../lib/media/held.ts';
import { t } from '../../../lib/messages/messages.svelte.ts';
import type { Pictures } from '../figures/pictures.svelte.ts';

/** What the buttons of a block do; `pos`: where it stands now. */
export interface BlockActs {
  pictures: Pictures;
  replacePicture: (pos: number) => void;
  describePicture: (pos: number) => void;
  showHtml: (pos: number) => void;
}

type Make = (node: Node, view: EditorView, getPos: () => number | undefined) => NodeView;

/** The drawings of blocks, for the view of ProseMirror. */
export function nodeViews(acts: BlockActs): Record<string, Make> {
  return {
    picture: (node, _view, getPos) => pictureView(node, getPos, acts),
    opaque: (node, _view, getPos) => cardView(node, getPos, acts),
    embed: (node, _view, getPos) => cardView(node, getPos, acts),
  };
}

function create(name: string, named: string, words = ''): HTMLElement {
  const element = document.createElement(name);
  if (named !== '') element.className = named;
  element.textContent = words;
  return element;
}

/** A button that leaves the caret where it is until it is pressed. */
function button(words: string, run: () => void): HTMLElement {
  const element = create('button', 'block-act', words);
  element.setAttribute('type', 'button');
  element.addEventListener('mousedown', (event) => event.preventDefault());
  element.addEventListener('click', run);
  return element;
}

function pictureView(first: Node, getPos: () => number | undefined, acts: BlockActs): NodeView {
  let node = first;
  let made = '';
  const dom = create('figure', 'picture');
  const frame = create('div', 'frame');
  frame.contentEditable = 'false';
  const image = document.createElement('img');
  image.draggable = false;
  const missing = create('span', 'missing');
  const at = (run: (pos: number) => void) => () => {
    const pos = getPos();
    if (pos !== undefined) run(pos);
  };
  const tools = create('div', 'tools');
  tools.append(
    button(t('writing.picture.replace'), at(acts.replacePicture)),
    button(t('writing.picture.alt'), at(acts.describePicture)),
  );
  frame.append(image, missing, tools);
  const caption = create('div', 'words');
  dom.append(frame, caption);
  const drop = () => made.startsWith('blob:') && URL.revokeObjectURL(made);
  const draw = async (): Promise<void> => {
    const { src, media, alt } = factsOf(node.toJSON() as WritingNode);
    image.alt = alt;
    const path = heldPath({ source_url: src }) ?? heldPath((await acts.pictures.read(media)) ?? { source_url: '' });
    drop();
    made = path === undefined ? '' : await pictureUrl(path).catch(() => '');
    image.hidden = made === '';
    missing.hidden = made !== '';
    missing.textContent = src.split('/').at(-1) ?? '';
    if (made !== '') image.src = made;
  };
  void draw();
  return {
    dom,
    contentDOM: caption,
    update(next) {
      if (next.type !== node.type) return false;
      const isOther = next.attrs['image'] !== node.attrs['image'];
      node = next;
      if (isOther) void draw();
      return true;
    },
    stopEvent: (event) => frame.contains(event.target as HTMLElement) && event.target instanceof HTMLButtonElement,
    ignoreMutation: (change) => change.type !== 'selection' && !caption.contains(change.target),
    destroy: () => void drop(),
  };
}

/** A block that is moved and deleted, and changed in its HTML only. */
function cardView(first: Node, getPos: () => number | undefined, acts: BlockActs): NodeView {
  let node = first;
  const dom = create('div', 'card');
  dom.contentEditable = 'false';
  const draw = () => {
    const url = String(node.attrs['url'] ?? '');
    const name = String(node.attrs['name'] ?? '') || (url === '' ? '' : 'core/embed');
    const words = create('div', 'grow');
    const head = create('div', '');
    head.append(
      create('b', '', url === '' ? nameOf(name) : t('writing.block.embed')),
      ' ',
      create('code', 'api-name', name),
    );
    words.append(head, create('small', '', url === '' ? t('writing.kept') : url));
    const act = button(t('writing.html.show'), () => {
      const pos = getPos();
      if (pos !== undefined) acts.showHtml(pos);
    });
    dom.replaceChildren(words, act);
  };
  draw();
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      node = next;
      draw();
      return true;
    },
    stopEvent: (event) => event.target instanceof HTMLButtonElement,
    ignoreMutation: () => true,
  };
}

/** `acf/route-map` as Route map. */
function nameOf(name: string): string {
  const words = (name.split('/').at(-1) ?? '').replaceAll(/[-_]+/g, ' ');
  return words === '' ? 'HTML' : words[0]?.toUpperCase() + words.slice(1);
}
