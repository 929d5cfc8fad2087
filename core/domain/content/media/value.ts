import type { Site } from '../../../site.ts';
import { mediaByIds, type MediaRow } from '../../../store/content/media.ts';
import type { PostRow } from '../../../store/content/posts.ts';
import type { Dict, Json } from '../../../types.ts';
import { contentFacts } from '../content-facts.ts';
import type { PostType } from '../content-model.ts';
import { loadPage, type PostView } from '../posts/page.ts';
import { renderContent, renderExcerpt } from '../posts/render.ts';
import { postValue } from '../posts/value.ts';

/** Attachments as returned by the API, with their files loaded in one query (`content.md` 2.2, 2.7). */
export function mediaValues(site: Site, type: PostType, rows: readonly PostRow[], view: PostView): Dict[] {
  const page = loadPage(site, { facts: contentFacts(site), type, rows, wants: view.wants, caller: view.caller });
  const ids = rows.map((row) => row.id);
  const files = FILE_FIELDS.some(view.wants) ? mediaByIds(site.db, ids) : new Map<number, MediaRow>();
  return rows.map((row) => {
    const { _links, password: _password, ...common } = present(postValue(site, page, row, view));
    const own = mediaFields(site, row, { file: files.get(row.id) ?? { ...NO_FILE, post_id: row.id }, view });
    return { ...common, ...own, ...(_links !== undefined && { _links }) };
  });
}

/** Without undefined fields: media place some of them elsewhere. */
function present(value: Dict): Dict {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}

/** The address of a file: the one recorded on import, else on the local server (`content.md` 2.7). */
export function sourceUrl(site: Site, { source_url, file }: Pick<MediaRow, 'source_url' | 'file'>): string {
  if (source_url !== '' || file === '') return source_url;
  return `${site.serverUrl}/polydesk/files/${file.split('/').map(encodeURIComponent).join('/')}`;
}

const FILE_FIELDS = ['guid', 'alt_text', 'media_details', 'source_url', 'filename', 'filesize'];

const NO_FILE: Omit<MediaRow, 'post_id'> = {
  file: '',
  source_url: '',
  width: null,
  height: null,
  filesize: 0,
  sizes: '{}',
  image_meta: '{}',
  alt_text: '',
};

/** Nothing is scaled or converted here: these values are constant. */
const PROCESSING: Dict = {
  missing_image_sizes: [],
  exif_orientation: 1,
  image_quality: { default: 82, sizes: {} },
  image_output_format: null,
  image_save_progressive: false,
};

function mediaFields(site: Site, row: PostRow, { file, view }: { file: MediaRow; view: PostView }): Dict {
  const edit = view.context === 'edit';
  const url = sourceUrl(site, file) || row.guid;
  const isImage = row.mime_type.startsWith('image/');
  const raw = (text: string): Dict => (edit ? { raw: text } : {});
  const fields: Record<string, () => unknown> = {
    featured_media: () => row.featured_media,
    caption: () => ({ ...raw(row.excerpt), rendered: renderExcerpt({ excerpt: row.excerpt, content: '' }) }),
    alt_text: () => file.alt_text,
    media_type: () => (isImage ? 'image' : 'file'),
    mime_type: () => row.mime_type,
    media_details: () => details(file, { url, mime: row.mime_type, isImage }),
    source_url: () => url,
    ...(view.context !== 'embed' && {
      guid: () => ({ rendered: url, ...raw(url) }),
      description: () => ({ ...raw(row.content), rendered: renderContent(row.content) }),
      post: () => row.parent,
      filename: () => nameOf(file, url),
      filesize: () => file.filesize,
    }),
    ...(edit && Object.fromEntries(Object.entries(PROCESSING).map(([name, value]) => [name, () => value]))),
  };
  const wanted = Object.entries(fields).filter(([name]) => view.wants(name));
  return Object.fromEntries(wanted.map(([name, make]) => [name, make()]));
}

/** `media_details`: for images with the known sizes, for other files only the file size. */
function details(file: MediaRow, about: { url: string; mime: string; isImage: boolean }): Dict {
  const { width, height, filesize } = file;
  if (!about.isImage) return { filesize, sizes: {} };
  const full = {
    file: nameOf(file, about.url),
    width: width ?? 0,
    height: height ?? 0,
    mime_type: about.mime,
    source_url: about.url,
  };
  return {
    width: width ?? 0,
    height: height ?? 0,
    file: file.file,
    filesize,
    sizes: { ...recordedSizes(file, about), full },
    image_meta: { ...NO_CAMERA, ...(JSON.parse(file.image_meta) as Dict) },
  };
}

/** Scaled versions are stored next to the original. */
function recordedSizes(file: MediaRow, { url, mime }: { url: string; mime: string }): Dict {
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  const sizes = Object.entries(JSON.parse(file.sizes) as Dict<Dict<Json>>);
  return Object.fromEntries(
    sizes.map(([name, { 'mime-type': type = mime, ...size }]) => [
      name,
      { ...size, mime_type: type, source_url: typeof size['file'] === 'string' ? folder + size['file'] : url },
    ]),
  );
}

const NO_CAMERA: Dict = {
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
};

function nameOf({ file }: MediaRow, url: string): string {
  const path = file === '' ? url : file;
  return path.slice(path.lastIndexOf('/') + 1);
}
