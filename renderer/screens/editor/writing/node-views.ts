// Rendering of blocks that are more than text: pictures, and cards for unchanged blocks.
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { t } from '../../../lib/messages/messages.svelte.ts';
import { button, create } from './dom.ts';
import { whenNear } from './near.ts';
import { pictureView } from './picture-view.ts';
import type { PictureActs } from './picture-view.ts';

/** The actions of a block's buttons; `pos`: its current position. */
export interface BlockActs extends PictureActs {
  showHtml: (pos: number) => void;
}

type Make = (node: Node, view: EditorView, getPos: () => number | undefined) => NodeView;

/** The node views, for ProseMirror. */
export function nodeViews(acts: BlockActs): Record<string, Make> {
  const near = whenNear();
  return {
    picture: (node, _view, getPos) => pictureView(node, getPos, { ...acts, near }),
    opaque: (node, _view, getPos) => cardView(node, getPos, acts),
    embed: (node, _view, getPos) => cardView(node, getPos, acts),
  };
}

/** A block that can be moved and deleted, but edited only as HTML. */
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
