import type { CliError } from './failure.ts';

/** Where a command says things: documents and results on standard output, everything else on standard error. */
export interface Output {
  readonly json: boolean;
  /** The one result: the document with `--json`, else the text. */
  result(document: unknown, text: string): void;
  /** Something worth knowing besides. */
  note(text: string): void;
  /** How far something long is, on one line that changes; only where standard error is a terminal. */
  progress(done: number, total: number): void;
}

export function createOutput(json: boolean): Output {
  return {
    json,
    result: (document, text) => void process.stdout.write(`${json ? JSON.stringify(document) : text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    progress(done, total) {
      if (!process.stderr.isTTY || total === 0) return;
      process.stderr.write(`\r${done} of ${total}${done >= total ? '\n' : ''}`);
    },
  };
}

/** The end of a command that failed: a sentence for people, and with `--json` a document for programs. */
export function sayFailure(output: Output, { exitCode, message, details = null }: CliError): void {
  output.note(message);
  if (output.json) output.result({ error: { exit: exitCode, message, details } }, '');
}
