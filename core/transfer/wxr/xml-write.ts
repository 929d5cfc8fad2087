import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../store/file/backup.ts';

/** Sink for text and bytes, written incrementally. */
export interface Output {
  write(part: string | Buffer): void;
}

const PIECE = 256 * 1024;

/**
 * Writes a file atomically (`security.md` 5.6): to a temporary name in the same folder, readable only by its owner, then `fill`,
 * fsync, `check`, rename.
 */
export function writeWhole(path: string, fill: (out: Output) => void, check: (path: string) => void): void {
  const temporary = `${path}.part`;
  rmSync(temporary, { force: true });
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      fillFile(file, fill);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    check(temporary);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function fillFile(file: number, fill: (out: Output) => void): void {
  let waiting: string[] = [];
  let size = 0;
  const put = (bytes: Buffer): void => {
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
  };
  const flush = (): void => {
    put(Buffer.from(waiting.join(''), 'utf8'));
    waiting = [];
    size = 0;
  };
  fill({
    write(part) {
      if (typeof part === 'string') {
        waiting.push(part);
        size += part.length;
        if (size > PIECE) flush();
        return;
      }
      flush();
      put(part);
    },
  });
  flush();
}

// oxlint-disable-next-line no-control-regex -- XML cannot hold these, not even escaped
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as CDATA; an end mark inside is split (`content.md` 8.1). */
export function cdata(text: string): string {
  return `<![CDATA[${clean(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** Text escaped for an attribute or for element content. */
export function escaped(text: string): string {
  return clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function clean(text: string): string {
  return text.toWellFormed().replace(IMPOSSIBLE, '');
}

/** An element with text in CDATA. */
export function element(name: string, text: string): string {
  return `<${name}>${cdata(text)}</${name}>`;
}

/** An element with a number or other text that needs no CDATA. */
export function plain(name: string, text: string | number): string {
  return `<${name}>${escaped(String(text))}</${name}>`;
}
