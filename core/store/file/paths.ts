/** The path of a site file without its ending: what lies beside it begins so. Letter for letter, as folders that are there were named. */
export function stemOf(file: string): string {
  return file.replace(/\.polydesk$/, '');
}

/** Where the files of media of a site lie: "name.files" for "name.polydesk". */
export function filesFolder(file: string): string {
  return `${stemOf(file)}.files`;
}

/** Where the checked copies of a site lie: "name.backups" for "name.polydesk". */
export function backupFolder(file: string): string {
  return `${stemOf(file)}.backups`;
}

/** The translation memory of a site: "name.memory" for "name.polydesk". */
export function memoryFile(file: string): string {
  return `${stemOf(file)}.memory`;
}
