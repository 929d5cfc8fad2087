// Copies cells to the clipboard, as rows of a table: title, language, URL.
import { api } from '../lib/api/api.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import { toasts } from '../lib/toasts.svelte.ts';
import { copyText } from '../ui/clipboard.ts';
import type { GroupList } from './group-list.svelte.ts';
import { plainText, type GroupItem, type GroupRow } from './rows.svelte.ts';
import type { GroupSelection } from './selection.svelte.ts';

/** Maximum number of articles per copy: each page of URLs is a request. */
const MOST = 500;
const AT_ONCE = 100;

type List = GroupList & {
  readonly selection?: GroupSelection;
  readonly rows: { load?(at: number): Promise<GroupRow | undefined> };
};

interface Version {
  code: string;
  item: Pick<GroupItem, 'id' | 'title'>;
}

/**
 * Copies the active cell, or its column in the selected rows; on the title, all displayed languages of a row. Reports how many,
 * or why nothing was copied.
 */
export async function copyCells(list: List): Promise<void> {
  const rows = await rowsOf(list);
  if (rows.length > MOST) return toasts.show({ text: t('content.copy.most', { count: MOST }), tone: 'plain' });
  const versions = rows.flatMap((row) => versionsOf(list, row));
  if (versions.length === 0) return toasts.show({ text: t('content.copy.none'), tone: 'plain' });
  try {
    const addresses = await addressesOf(list, versions);
    const lines = versions.map(({ code, item }) =>
      [plainText(item.title), list.nameOf(code), addresses.get(item.id) ?? ''].map(inCell),
    );
    const isCopied = await copyText(lines.map((cells) => cells.join('\t')).join('\n'));
    const text = t(isCopied ? 'content.copied' : 'content.copy.refused', { count: lines.length });
    toasts.show({ text, tone: isCopied ? 'plain' : 'bad' });
  } catch (thrown) {
    toasts.failed(thrown);
  }
}

async function rowsOf({ selection, row, rows }: List): Promise<readonly GroupRow[]> {
  if (!selection || selection.size === 0) return row ? [row] : [];
  if (!selection.isAll) return selection.rows;
  const places = Array.from({ length: Math.min(selection.size, MOST + 1) }, (_, at) => at);
  const found: GroupRow[] = [];
  for (const at of places) {
    const known = await rows.load?.(at);
    if (known) found.push(known);
  }
  return found;
}

function versionsOf(list: List, { value, title, sourceLang }: GroupRow): Version[] {
  const { column } = list.active;
  const codes = list.languageOf(column) ? [column] : list.shown.map(({ slug }) => slug);
  const found = codes.flatMap((code) => {
    const item = value.items[code];
    return item ? [{ code, item }] : [];
  });
  // An item without a language has no column.
  if (Object.keys(value.items).length === 0) return [{ code: sourceLang, item: { id: value.source, title } }];
  return found;
}

async function addressesOf({ type }: List, versions: readonly Version[]): Promise<Map<number, string>> {
  const ids = versions.map(({ item }) => item.id);
  const found = new Map<number, string>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const include = ids.slice(from, from + AT_ONCE);
    const status = type.kind === 'term' ? {} : { status: type.type === 'attachment' ? ['inherit', 'private'] : 'any' };
    const query = { include, per_page: AT_ONCE, context: 'edit', _fields: 'id,link', ...status };
    for (const { id, link } of await api.get<{ id: number; link: string }[]>(`/wp/v2/${type.base}`, query))
      found.set(id, link);
  }
  return found;
}

/** A table cell must not contain tabs or line breaks. */
const inCell = (text: string): string => text.replace(/\s+/g, ' ').trim();
