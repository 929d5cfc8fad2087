/**
 * The path of a site file without its extension: the prefix of the files and folders next to it. Case-sensitive, because existing
 * folders were named this way.
 */
export function stemOf(file: string): string {
  return file.replace(/\.polydesk$/, '');
}

/** The folder for media files of a site: "name.files" for "name.polydesk". */
export function filesFolder(file: string): string {
  return `${stemOf(file)}.files`;
}

/** The folder for verified copies of a site: "name.backups" for "name.polydesk". */
export function backupFolder(file: string): string {
  return `${stemOf(file)}.backups`;
}

/** The translation memory of a site: "name.memory" for "name.polydesk". */
export function memoryFile(file: string): string {
  return `${stemOf(file)}.memory`;
}
