/** An item in a summary: its title at that time, or its number if that is "". */
export type NamedItem = {
  id: number;
  title: string;
};

type Typed = {
  /** Name of the post type or taxonomy. */
  type: string;
  item: NamedItem;
};
type LanguageParams = {
  lang: string;
  /** Its name on the site. */
  name: string;
};
type SettingParams = {
  settings: readonly string[];
};
type BulkParams = {
  count: number;
  status?: string;
  /** Codes of languages, like `from`. */
  langs: readonly string[];
  from?: string;
};
type TakenBack = {
  what: Summary;
  /** Whether a secret was not undone with the rest. */
  isKeyKept?: boolean;
};

/** The parameters of each summary code: names, numbers, codes of languages, or other summaries. */
export type SummaryParams = {
  /** Plain text: for entries from before there were codes. */
  text: { text: string };
  batch: { parts: readonly Summary[] };
  undo: TakenBack;
  redo: TakenBack;
  'post.added': Typed;
  'post.changed': Typed;
  'post.trashed': Typed;
  'post.deleted': Typed;
  'posts.published': { count: number };
  'post.published': { item: NamedItem };
  'media.uploaded': { item: NamedItem };
  'media.changed': { item: NamedItem };
  'media.deleted': { item: NamedItem };
  'term.added': Typed;
  'term.changed': Typed;
  'term.deleted': Typed;
  'term.merged': { item: NamedItem; into: NamedItem };
  'translation.started': { item: NamedItem; lang: string };
  'translation.confirmed': { item: NamedItem };
  'units.marked': { item: NamedItem };
  'field.undone': { item: NamedItem };
  'source.chosen': { item: NamedItem; lang: string };
  'bulk.status': BulkParams;
  'bulk.language': BulkParams;
  'bulk.confirm': BulkParams;
  'bulk.translate': BulkParams;
  'bulk.duplicate': BulkParams;
  'bulk.trash': BulkParams;
  'bulk.delete': BulkParams;
  'bulk.move-language': BulkParams;
  'language.added': LanguageParams;
  'language.changed': LanguageParams;
  'language.deleted': LanguageParams;
  'language.on': LanguageParams;
  'language.off': LanguageParams;
  'language.fallbacks': LanguageParams;
  'settings.changed': SettingParams;
  'site.changed': SettingParams;
  'site.prepared': Record<never, never>;
  'model.changed': Record<never, never>;
  'views.changed': Record<never, never>;
  'server.changed': Record<never, never>;
  'token.made': { name: string };
  'token.revoked': { name: string };
  /** `media` and `terms` only in older entries, where `items` did not include them. */
  imported: { items: number; languages: number; media?: number; terms?: number };
  applied: { count: number };
  'handoff.taken': { count: number; lang: string };
  'string.translated': { source: string };
  'live.pulled': { count: number };
  'live.pushed': { count: number };
  'live.files': { count: number };
  'live.resolved': { item: NamedItem };
  'live.taken': { item: NamedItem };
  'check.repaired': { count: number };
  'backup.restored': { name: string };
  'memory.book-changed': { name: string };
  'memory.book-deleted': { name: string };
  'memory.book-imported': { name: string; count: number };
  'findings.fixed': { count: number; lang: string };
  'memory.pretranslated': { count: number; lang: string };
  'glossary.added': { name: string };
  'glossary.changed': { name: string };
  'glossary.deleted': { name: string };
  'glossary.imported': { count: number };
  'finding.ignored': { item: NamedItem };
  'finding.shown': { item: NamedItem };
  'texts.replaced': { count: number; lang: string };
};

export type SummaryCode = keyof SummaryParams;

/** The summary of a write for the history: the kind of change, and its parameters (`contract/extras.md`, `/history`). */
export type Summary = { [Code in SummaryCode]: { code: Code; params: SummaryParams[Code] } }[SummaryCode];

/** A summary of plain text. */
export function wordsAsSummary(text: string): Summary {
  return { code: 'text', params: { text } };
}

/** The summary of an undo: undoing an undo is a redo. */
export function summaryOfUndo(of: Summary, isKeyKept = false): Summary {
  const isUndo = of.code === 'undo';
  const what = isUndo || of.code === 'redo' ? of.params.what : of;
  return { code: isUndo ? 'redo' : 'undo', params: { what, ...(isKeyKept && { isKeyKept }) } };
}

/** The summary of a redo. */
export function summaryOfRedo(what: Summary): Summary {
  return { code: 'redo', params: { what } };
}

/** The English sentence for each code, as a pattern for `message-format.ts`. */
const SENTENCES: Readonly<Record<SummaryCode, string>> = {
  text: '{text}',
  batch: '{count, plural, one {# change: {what}} other {# changes: {what}, and more}}',
  undo: 'Undid “{what}”',
  redo: 'Redid “{what}”',
  'post.added': 'Added the {type} {item}',
  'post.changed': 'Changed the {type} {item}',
  'post.trashed': 'Moved the {type} {item} to the trash',
  'post.deleted': 'Deleted the {type} {item}',
  'posts.published': '{count, plural, one {Published # scheduled item} other {Published # scheduled items}}',
  'post.published': 'Published {item} as scheduled',
  'media.uploaded': 'Uploaded {item}',
  'media.changed': 'Changed the media item {item}',
  'media.deleted': 'Deleted the media item {item}',
  'term.added': 'Added the {type} {item}',
  'term.changed': 'Changed the {type} {item}',
  'term.deleted': 'Deleted the {type} {item}',
  'term.merged': 'Merged {item} into {into}',
  'translation.started': 'Started {lang} translation of {item}',
  'translation.confirmed': 'Confirmed the translation {item}',
  'units.marked': 'Confirmed parts of {item}',
  'field.undone': 'Took back a text of {item}',
  'source.chosen': 'Chose the {lang} version as the source of {item}',
  'bulk.status': '{count, plural, one {Gave # item the status {status}} other {Gave # items the status {status}}}',
  'bulk.language': '{count, plural, one {Gave # item the language {langs}} other {Gave # items the language {langs}}}',
  'bulk.confirm': '{count, plural, one {Confirmed # translation} other {Confirmed # translations}}',
  'bulk.translate':
    '{count, plural, one {Started # translation into {langs}} other {Started # translations into {langs}}}',
  'bulk.duplicate': '{count, plural, one {Duplicated # item into {langs}} other {Duplicated # items into {langs}}}',
  'bulk.trash': '{count, plural, one {Moved # item to the trash} other {Moved # items to the trash}}',
  'bulk.delete': '{count, plural, one {Deleted # media item} other {Deleted # media items}}',
  'bulk.move-language':
    '{count, plural, one {Moved # item from {from} to {langs}} other {Moved # items from {from} to {langs}}}',
  'language.added': 'Added the language {lang}',
  'language.changed': 'Changed the language {lang}',
  'language.deleted': 'Deleted the language {lang}',
  'language.on': 'Switched on {lang}',
  'language.off': 'Switched off {lang}',
  'language.fallbacks': 'Changed the fallbacks of {lang}',
  'settings.changed': 'Changed {settings}',
  'site.changed': 'Changed {settings}',
  'site.prepared': 'Prepared the site as the environment asks',
  'model.changed': 'Changed the content model',
  'views.changed': 'Changed the saved filters',
  'server.changed': 'Changed the local server',
  'token.made': 'Created the token “{name}”',
  'token.revoked': 'Revoked the token “{name}”',
  imported: 'Imported {what}',
  applied: '{count, plural, one {Applied # change of a bundle} other {Applied # changes of a bundle}}',
  'handoff.taken': '{count, plural, one {Imported # text in {lang}} other {Imported # texts in {lang}}}',
  'live.pulled':
    '{count, plural, =0 {Noted what both sides have in common} one {Pulled # change from the live site} other {Pulled # changes from the live site}}',
  'live.pushed': '{count, plural, one {Pushed # item to the live site} other {Pushed # items to the live site}}',
  'live.files':
    '{count, plural, one {Fetched # media file from the live site} other {Fetched # media files from the live site}}',
  'live.resolved': 'Settled a conflict with the live site in {item}',
  'live.taken': 'Took over what the live site stored in {item}',
  'string.translated': 'Translated the string “{source}”',
  'check.repaired': '{count, plural, one {Repaired # finding of the check} other {Repaired # findings of the check}}',
  'backup.restored': 'Restored the backup “{name}”',
  'memory.book-changed': 'Changed the memory book {name}',
  'memory.book-deleted': 'Deleted the memory book {name}',
  'memory.book-imported':
    '{count, plural, one {Imported # text into the memory book {name}} other {Imported # texts into the memory book {name}}}',
  'findings.fixed': '{count, plural, one {Fixed # finding in {lang}} other {Fixed # findings in {lang}}}',
  'memory.pretranslated':
    '{count, plural, one {Filled # text in {lang} from the memory} other {Filled # texts in {lang} from the memory}}',
  'glossary.added': 'Added the glossary term {name}',
  'glossary.changed': 'Changed the glossary term {name}',
  'glossary.deleted': 'Deleted the glossary term {name}',
  'glossary.imported':
    '{count, plural, one {Imported # term into the glossary} other {Imported # terms into the glossary}}',
  'finding.ignored': 'Ignored a finding of {item}',
  'finding.shown': 'Stopped ignoring a finding of {item}',
  'texts.replaced':
    '{count, plural, one {Replaced text in # item in {lang}} other {Replaced text in # items in {lang}}}',
};

/** Parts of sentences. For imports, they are named after the parameters. */
const PARTS = {
  key: '(the key is unchanged)',
  number: 'number {id}',
  title: '“{title}”',
  'imported.items': '{count, plural, one {# item} other {# items}}',
  'imported.languages': '{count, plural, one {# language} other {# languages}}',
  'imported.file': 'a file',
  'type.post_tag': 'tag',
};

/** The names of settings in sentences, for languages and for the site. */
const SETTINGS = {
  'setting.browser': 'browser language detection',
  'setting.checks': 'checks of translations',
  'setting.date_format': 'date format',
  'setting.default_category': 'default category',
  'setting.default_comment_status': 'comments of new posts',
  'setting.default_lang': 'default language',
  'setting.default_ping_status': 'pings of new posts',
  'setting.default_post_format': 'default post format',
  'setting.description': 'tagline',
  'setting.domains': 'domains',
  'setting.email': 'email address',
  'setting.force_lang': 'URL format',
  'setting.hide_default': 'code of the default language in URLs',
  'setting.language': 'site language',
  'setting.language_taxonomies': 'language tables',
  'setting.machine_translation_enabled': 'machine translation',
  'setting.machine_translation_services': 'translation service',
  'setting.media': 'languages of uploads',
  'setting.media_support': 'translation of media',
  'setting.nav_menus': 'menus',
  'setting.page_for_posts': 'posts page',
  'setting.page_on_front': 'front page',
  'setting.permalink_structure': 'permalinks',
  'setting.post_types': 'translated post types',
  'setting.posts_per_page': 'posts per page',
  'setting.redirect_lang': 'URL of the static front page',
  'setting.rewrite': '“/language/” in URLs',
  'setting.show_on_front': 'kind of front page',
  'setting.site_icon': 'site icon',
  'setting.site_logo': 'site logo',
  'setting.start_of_week': 'first day of the week',
  'setting.sync': 'synchronisation',
  'setting.taxonomies': 'translated taxonomies',
  'setting.time_format': 'time format',
  'setting.timezone': 'time zone',
  'setting.title': 'site title',
  'setting.url': 'site address',
  'setting.use_smilies': 'emoticons as pictures',
};

/** All English texts of summaries. */
export const SUMMARY_TEXTS = { ...SENTENCES, ...PARTS, ...SETTINGS };
export type SummaryTextKey = keyof typeof SUMMARY_TEXTS;
