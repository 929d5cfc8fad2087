import { api, uploadFile } from '../../lib/api/api.ts';
import { filterOf } from '../../matrix/query.ts';
import { plainText } from '../../matrix/rows.svelte.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import { create, withToast } from '../../matrix/acts.ts';
import { tellBulk } from '../../matrix/bulk.ts';
import { Matrix } from '../../matrix/matrix.svelte.ts';
import { Files } from '../../lib/media/files.svelte.ts';
import { Uploads } from './uploads.svelte.ts';

export type View = 'grid' | 'table';

/** Number of files, and of those lacking something. */
export interface MediaCounts {
  all: number;
  alt: number;
  place: number;
  file: number;
}

const storageKey = 'polydesk.media.view';

/** The state of the media screen: a matrix whose rows are files. */
export class Library extends Matrix {
  readonly files = new Files();
  readonly uploads = new Uploads();
  readonly counts = new Resource(readCounts, { kinds: ['media', 'post', 'language', 'settings', 'site'] });
  #view = $state<View>(localStorage.getItem(storageKey) === 'table' ? 'table' : 'grid');

  /** Tiles, or the matrix; without languages there is no matrix. */
  get view(): View {
    return this.isTranslated ? this.#view : 'grid';
  }
  set view(view: View) {
    this.#view = view;
    localStorage.setItem(storageKey, view);
  }

  /** The language shown in the inspector: that of the active cell, else of the source. "" if there are none. */
  code = $derived.by(() => {
    if (!this.isTranslated || !this.row || this.row.value.group === 0) return '';
    const { column } = this.active;
    return this.languageOf(column)?.active || this.row.value.items[column] ? column : this.row.sourceLang;
  });

  /** Newest file first, regardless of later edits: files being worked on stay in place. */
  override read(): void {
    const { orderby, order } = this.query;
    const isPlain = orderby === 'modified' && order === '';
    const sorted = isPlain ? { orderby: 'id', order: 'desc' } : { orderby, ...(order && { order }) };
    this.rows.ask({ kind: this.type.kind, type: this.type.type, ...filterOf(this.query), ...sorted });
  }

  /** The display name of a file: its file name, or its title until that is loaded. */
  nameOfRow(row: GroupRow): string {
    return this.files.of(row.value.source)?.filename || plainText(row.title) || t('ui.untitled');
  }

  /** Shows another language in the inspector. */
  look(code: string): void {
    this.active = { ...this.active, column: code };
  }

  /** The IDs of a row, or of one of its languages. */
  idsOf(row: GroupRow, code = ''): number[] {
    const item = row.value.items[code];
    if (item) return [item.id];
    const all = Object.values(row.value.items).map(({ id }) => id);
    return all.length > 0 ? all : [row.value.source];
  }

  /** Opens the dialog for deleting one language, or all. */
  askDelete(row: GroupRow, code = ''): void {
    const name = this.nameOfRow(row);
    const title = code ? t('media.delete.of', { title: name, language: this.nameOf(code) }) : name;
    this.dialog = { kind: 'delete', ids: this.idsOf(row, code), title };
  }

  /** Creates the record of a missing language, with the title of the source. */
  async start(row: GroupRow, code: string): Promise<void> {
    if ((await create(this.type, row, code, this.nameOf(code))) === undefined) return;
    this.look(code);
    this.wanted = code;
  }

  /** Adds files, and reports the result. */
  async add(files: readonly File[]): Promise<void> {
    const made = await this.uploads.add(files);
    if (made.filled > 0)
      toasts.done(t('media.filled', { count: made.filled }), made.ids.length > 0 ? null : made.entries);
    if (made.ids.length === 0) return;
    const count = made.ids.length;
    const text =
      made.languages > 1
        ? t('media.added.languages', { count, languages: made.languages })
        : t('media.added', { count });
    toasts.done(text, made.entries);
    this.active = { row: 0, column: 'title' };
  }

  /** Adds the missing file of an imported record. */
  async fill(id: number, file: File): Promise<void> {
    await withToast(() => uploadFile(`/polydesk/v1/media/${id}/file`, file), t('media.filled', { count: 1 }));
  }

  /** Files from before media were translated: they need a language before they can be translated. */
  homeless = $derived.by(() => (this.isTranslated ? (this.coverage?.work.no_language ?? 0) : 0));

  /** Assigns the default language to all of those. */
  async giveLanguage(): Promise<void> {
    const lang = site.defaultLanguage?.slug ?? '';
    const filter = { type: this.type.type, state: 'no_language' };
    const language = this.nameOf(lang);
    try {
      await this.bulk(
        t('content.bulk.language.doing'),
        { action: 'language', kind: 'post', lang, filter },
        tellBulk((count) => t('content.bulk.languaged', { count, language })),
      );
    } catch (thrown) {
      toasts.failed(thrown);
    }
  }

  /** Turns the translation of media on. */
  async translateMedia(): Promise<void> {
    await withToast(() => api.post('/pll/v1/settings', { media_support: true }), t('media.support.on'));
  }
}

async function readCounts(): Promise<MediaCounts> {
  const count = async (query: object) => {
    const all = { type: 'attachment', per_page: 1, ...query };
    const { headers } = await api.list('/polydesk/v1/groups', all);
    return Number(headers['x-wp-total'] ?? 0);
  };
  const lacking = (['alt', 'place', 'file'] as const).map((lacks) => count({ lacks }));
  const [all, alt = 0, place = 0, file = 0] = await Promise.all([count({}), ...lacking]);
  return { all, alt, place, file };
}
