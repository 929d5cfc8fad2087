import { RestError } from '../errors.ts';
import type { NoteParams, Warning } from './report.ts';

/** Position in a file, counted from 1, and the parameters of the sentence: with the reason, it can be translated. */
export interface About {
  /** The file within a bundle. */
  path?: string;
  line?: number;
  column?: number;
  params?: NoteParams;
}

/** Why a file cannot be imported; nothing of it was stored. `line` and `column` count from 1; 0 for the file as a whole. */
export class ImportRefused extends RestError {
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  constructor(reason: string, text: string, { path, line = 0, column = 0, params }: About = {}) {
    const undone = path === undefined ? 'Nothing was imported.' : 'Nothing was changed.';
    super('polydesk_import_refused', `${placeText({ path, line, column })}${text} ${undone}`, 400, {
      data: { reason, ...(path !== undefined && { path }), line, column, ...(params && { params }) },
    });
    this.name = 'ImportRefused';
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}

function placeText({ path, line, column }: { path: string | undefined; line: number; column: number }): string {
  if (path !== undefined) return `${path}${line > 0 ? `:${line}:${column}` : ''}: `;
  return line > 0 ? `Line ${line}, column ${column}: ` : '';
}

/** Progress callbacks of long-running work. Called often, and throws when the work is cancelled. */
export interface Control {
  progress(done: number, total?: number): void;
  /** Reports a warning about the result. */
  note?: (warning: Warning) => void;
}

export const UNWATCHED: Control = { progress: () => undefined };
