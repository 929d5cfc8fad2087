import type { CliError } from './failure.ts';

/** Where a command says things: documents and results on standard output, everything else on standard error. */
export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** The one result: the document with `--json`, else the text. */
  result(document: unknown, text: string): void;
  /** Something worth knowing besides; not with `--quiet`. */
  note(text: string): void;
  /** Why the command stops. */
  failure(text: string): void;
  /** How far something long is, on one line that changes; only where standard error is a terminal, and not with `--quiet`. */
  progress(name: string, done: number, total: number): void;
}

/** Clears the line of a terminal from the cursor on. */
const CLEAR = '\r\u001b[K';

export function createOutput({ json = false, quiet = false }: { json?: boolean; quiet?: boolean }): Output {
  let isLineOpen = false;
  let shown = '';
  const last = { name: '', done: 0, step: 1 };
  const write = (text: string): void => {
    if (isLineOpen) process.stderr.write(CLEAR);
    isLineOpen = false;
    process.stderr.write(`${text}\n`);
  };
  return {
    json,
    quiet,
    result(document, text) {
      if (isLineOpen) process.stderr.write(CLEAR);
      isLineOpen = false;
      process.stdout.write(`${json ? JSON.stringify(document) : text}\n`);
    },
    note(text) {
      if (!quiet) write(text);
    },
    failure: write,
    progress(name, done, total) {
      if (quiet || !process.stderr.isTTY || total === 0) return;
      const before = shown;
      // Work that counts from the start again has another step: first bytes that are read, then items that are stored.
      if (last.name !== name) last.step = 1;
      else if (done < last.done) last.step += 1;
      Object.assign(last, { name, done });
      const percent = Math.floor((Math.min(done, total) / total) * 100);
      shown = `${name}: ${percent}%${last.step > 1 ? ` (step ${last.step})` : ''}`;
      if (isLineOpen && shown === before) return;
      process.stderr.write(`${CLEAR}${shown}`);
      isLineOpen = true;
    },
  };
}

/** The end of a command that failed: a sentence for people, and with `--json` a document for programs. */
export function sayFailure(output: Output, { exitCode, code, message, details = null }: CliError): void {
  output.failure(message);
  if (output.json) output.result({ error: { exit: exitCode, code, message, details } }, '');
}
