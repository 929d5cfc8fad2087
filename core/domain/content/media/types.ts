/** Media types by file extension, of allowed uploads (`content.md` 2.7). Nothing a browser or a server would execute. */
const TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'image/jpeg': 'jpg jpeg jpe',
    'image/png': 'png',
    'image/gif': 'gif',
    'image/webp': 'webp',
    'image/avif': 'avif',
    'image/svg+xml': 'svg',
    'image/bmp': 'bmp',
    'image/tiff': 'tif tiff',
    'image/x-icon': 'ico',
    'image/heic': 'heic',
    'image/heif': 'heif',
    'video/x-ms-asf': 'asf asx',
    'video/x-ms-wmv': 'wmv',
    'video/avi': 'avi',
    'video/x-flv': 'flv',
    'video/quicktime': 'mov qt',
    'video/mpeg': 'mpeg mpg mpe',
    'video/mp4': 'mp4 m4v',
    'video/ogg': 'ogv',
    'video/webm': 'webm',
    'video/x-matroska': 'mkv',
    'video/3gpp': '3gp 3gpp',
    'video/3gpp2': '3g2 3gp2',
    'text/plain': 'txt asc c cc h srt',
    'text/csv': 'csv',
    'text/tab-separated-values': 'tsv',
    'text/calendar': 'ics',
    'text/richtext': 'rtx',
    'text/css': 'css',
    'text/vtt': 'vtt',
    'text/markdown': 'md',
    'application/ttaf+xml': 'dfxp',
    'audio/mpeg': 'mp3 m4a m4b',
    'audio/aac': 'aac',
    'audio/x-realaudio': 'ra ram',
    'audio/wav': 'wav',
    'audio/ogg': 'ogg oga opus',
    'audio/flac': 'flac',
    'audio/midi': 'mid midi',
    'audio/x-ms-wma': 'wma',
    'audio/x-ms-wax': 'wax',
    'audio/x-matroska': 'mka',
    'application/rtf': 'rtf',
    'application/pdf': 'pdf',
    'application/json': 'json',
    'application/x-tar': 'tar',
    'application/zip': 'zip',
    'application/x-gzip': 'gz gzip',
    'application/rar': 'rar',
    'application/x-7z-compressed': '7z',
    'application/octet-stream': 'psd xcf',
    'application/msword': 'doc',
    'application/vnd.ms-powerpoint': 'pot pps ppt',
    'application/vnd.ms-write': 'wri',
    'application/vnd.ms-excel': 'xla xls xlt xlw',
    'application/vnd.ms-access': 'mdb',
    'application/vnd.ms-project': 'mpp',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template': 'dotx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.template': 'xltx',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow': 'ppsx',
    'application/vnd.openxmlformats-officedocument.presentationml.template': 'potx',
    'application/vnd.oasis.opendocument.text': 'odt',
    'application/vnd.oasis.opendocument.presentation': 'odp',
    'application/vnd.oasis.opendocument.spreadsheet': 'ods',
    'application/vnd.oasis.opendocument.graphics': 'odg',
    'application/vnd.oasis.opendocument.chart': 'odc',
    'application/vnd.oasis.opendocument.database': 'odb',
    'application/vnd.oasis.opendocument.formula': 'odf',
    'application/wordperfect': 'wp wpd',
    'application/vnd.apple.keynote': 'key',
    'application/vnd.apple.numbers': 'numbers',
    'application/vnd.apple.pages': 'pages',
  }).flatMap(([type, endings]) => endings.split(' ').map((ending) => [ending, type])),
);

/** The type of an allowed file name; undefined for any other. */
export function uploadType(name: string): string | undefined {
  const ending = endingOf(name).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
}

/** The file extension without its dot, "" if there is none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

/** The first extension of a type. */
export function endingFor(type: string): string | undefined {
  return Object.keys(TYPES).find((ending) => TYPES[ending] === type);
}
