// Rendering of a picture: its file, its buttons, and its editable caption.
import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { factsOf } from '../../../../core/units/writing/pictures.ts';
import type { WritingNode } from '../../../../core/units/writing/nodes.ts';
import { pictureUrl } from '../../../lib/api/api.ts';
import { heldPath } from '../../../lib/media/held.ts';
import { t } from '../../../lib/messages/messages.svelte.ts';
import type { Pictures } from '../figures/pictures.svelte.ts';
import { button, create } from './dom.ts';
import type { Near } from './near.ts';

/** The actions of a picture's buttons; `pos`: its current position. */
export interface PictureActs {
  pictures: Pictures;
  replacePicture: (pos: number) => void;
  describePicture: (pos: number) => void;
}

/** A long article has many pictures: files are loaded and buttons created when a picture comes near the viewport. */
export function pictureView(
  first: Node,
  getPos: () => number | undefined,
  acts: PictureActs & { near: Near },
): NodeView {
  let node = first;
  let isDrawn = false;
  const dom = create('figure', 'picture');
  const frame = create('div', 'frame');
  frame.contentEditable = 'false';
  const caption = create('div', 'words');
  dom.append(frame, caption);
  const file = drawFile(frame, acts.pictures);
  file.name(factsIn(node));
  const giveUp = acts.near(dom, () => {
    isDrawn = true;
    frame.append(toolsOf(getPos, acts));
    void file.show(factsIn(node));
  });
  return {
    dom,
    contentDOM: caption,
    update(next) {
      if (next.type !== node.type) return false;
      const isOther = next.attrs['image'] !== node.attrs['image'];
      node = next;
      if (isOther && isDrawn) void file.show(factsIn(node));
      else if (isOther) file.name(factsIn(node));
      return true;
    },
    stopEvent: (event) => frame.contains(event.target as HTMLElement) && event.target instanceof HTMLButtonElement,
    ignoreMutation: (change) => change.type !== 'selection' && !caption.contains(change.target),
    destroy() {
      giveUp();
      file.drop();
    },
  };
}

type Facts = ReturnType<typeof factsOf>;
const factsIn = (node: Node): Facts => factsOf(node.toJSON() as WritingNode);

/** The picture, or the name of its file if the site does not have it. */
function drawFile(frame: HTMLElement, pictures: Pictures) {
  let made = '';
  const image = document.createElement('img');
  image.draggable = false;
  image.hidden = true;
  const missing = create('span', 'missing');
  frame.append(image, missing);
  let turn = 0;
  const release = (url: string): void => {
    if (url.startsWith('blob:')) URL.revokeObjectURL(url);
  };
  const name = ({ src, alt }: Facts): void => {
    image.alt = alt;
    missing.textContent = src.split('/').at(-1) ?? '';
  };
  return {
    name,
    drop(): void {
      turn += 1;
      release(made);
    },
    async show(facts: Facts): Promise<void> {
      name(facts);
      const { src, media } = facts;
      const mine = ++turn;
      const path = heldPath({ source_url: src }) ?? heldPath((await pictures.read(media)) ?? { source_url: '' });
      const next = path === undefined ? '' : await pictureUrl(path).catch(() => '');
      // Another picture was chosen meanwhile, or the block was deleted.
      if (mine !== turn) return release(next);
      release(made);
      made = next;
      image.hidden = made === '';
      missing.hidden = made !== '';
      if (made !== '') image.src = made;
    },
  };
}

function toolsOf(getPos: () => number | undefined, acts: PictureActs): HTMLElement {
  const at = (run: (pos: number) => void) => () => {
    const pos = getPos();
    if (pos !== undefined) run(pos);
  };
  const tools = create('div', 'tools');
  tools.append(
    button(t('writing.picture.replace'), at(acts.replacePicture)),
    button(t('writing.picture.alt'), at(acts.describePicture)),
  );
  return tools;
}
