import { RestError } from '../errors.ts';
import type { NoteParams, Warning } from './report.ts';

/** Where in a file, counted from 1, and what is in the sentence besides its words: with the reason, it can be said in any language. */
export interface About {
  /** The file within a bundle. */
  path?: string;
  line?: number;
  column?: number;
  params?: NoteParams;
}

/** Why a file is not imported: nothing of it was stored. `line` and `column` say where, counted from 1; 0 for the file as a whole. */
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

/** What a long piece of work tells of itself. It is told often, and throws once nobody wants the work any more. */
export interface Control {
  progress(done: number, total?: number): void;
  /** Something worth knowing about the result. */
  note?: (warning: Warning) => void;
}

export const UNWATCHED: Control = { progress: () => undefined };
