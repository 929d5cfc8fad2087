// What a push of the example sent, as the engine reports it.
import type { Push, StoredStep, UndoLine } from '../../../../core/schema/live/push.ts';

export const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** A paragraph as the block editor writes it. */
export const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

export const step = (seq: number, part: Partial<Push['steps'][number]>): Push['steps'][number] => ({
  seq,
  key: `post-${uuid(seq)}`,
  kind: 'post',
  type: 'post',
  id: seq,
  title: `Step ${seq}`,
  lang: 'fr',
  action: 'update',
  state: 'done',
  at: '',
  tries: { count: 0, since: '', until: '' },
  is_new: false,
  fields: [],
  status: '',
  original: '',
  remote_id: seq,
  edit_there: '',
  code: '',
  params: {},
  message: '',
  altered: [],
  lost: {},
  partners: [],
  ...part,
});

export const STEPS: Push['steps'] = [
  step(1, { title: 'Réparer une crevaison' }),
  step(2, { title: 'Night riding, safely', altered: ['content'] }),
  step(3, { title: 'Louer un vélo', state: 'conflict', lost: { content: 'Words of somebody else' } }),
  step(4, { title: 'Helmets', state: 'skipped' }),
];

export const STORED: StoredStep = {
  seq: 2,
  fields: [
    {
      field: 'content',
      sent: `${paragraph('See the junction.')}\n\n${paragraph('Then turn <iframe src="https://maps.example"></iframe>left.')}`,
      stored: `${paragraph('See the junction.')}\n\n${paragraph('Then turn.')}`,
    },
  ],
  names: {},
  lang: 'en',
  here: 'sent',
};

const undoLine = (at: number, part: Partial<UndoLine>): UndoLine => ({
  key: `post-${uuid(at)}`,
  kind: 'post',
  type: 'post',
  title: `Step ${at}`,
  lang: 'fr',
  act: 'back',
  old: {},
  names: {},
  ...part,
});

export const UNDO: UndoLine[] = [
  undoLine(1, { title: 'Réparer une crevaison', old: { title: 'Réparer', content: paragraph('Les mots d’avant.') } }),
  undoLine(2, { title: 'Über uns', lang: 'de', act: 'trash' }),
  undoLine(3, { title: 'Night riding, safely', lang: 'en', act: 'left' }),
  undoLine(4, { title: 'Atelier', key: `term-${uuid(4)}`, kind: 'term', type: 'post_tag', act: 'delete' }),
];
