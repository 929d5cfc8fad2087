import type { CliError } from './failure.ts';

/** Output of a command: documents and results on standard output, everything else on standard error. */
export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Prints the result: the document with `--json`, else the text. */
  result(document: unknown, text: string): void;
  /** Prints additional information; not with `--quiet`. */
  note(text: string): void;
  /** Prints why the command failed. */
  failure(text: string): void;
  /** Shows progress on one updating line; only if standard error is a terminal, and not with `--quiet`. */
  progress(name: string, done: number, total: number): void;
}

/** Clears the terminal line from the cursor on. */
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
      // A counter that starts again means a new step: first bytes are read, then items are stored.
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

/** Reports a failed command: a sentence for people, and with `--json` a document for programs. */
export function sayFailure(output: Output, { exitCode, code, message, details = null }: CliError): void {
  output.failure(message);
  if (output.json) output.result({ error: { exit: exitCode, code, message, details } }, '');
}

/** "1 word", "2 words". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
