import { RestError } from '../errors.ts';
import type { NoteParams } from './report.ts';

/** Where in a file, counted from 1, and what stands in the sentence besides its words: with the reason, it can be said in any language. */
export interface About {
  line?: number;
  column?: number;
  params?: NoteParams;
}

/** Why a file is not imported: nothing of it was stored. `line` and `column` say where, counted from 1; 0 for the file as a whole. */
export class ImportRefused extends RestError {
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  constructor(reason: string, text: string, { line = 0, column = 0, params }: About = {}) {
    const where = line > 0 ? `Line ${line}, column ${column}: ` : '';
    super('polydesk_import_refused', `${where}${text} Nothing was imported.`, 400, {
      data: { reason, line, column, ...(params && { params }) },
    });
    this.name = 'ImportRefused';
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}

/** What a long piece of work tells of itself. It is told often, and throws once nobody wants the work any more. */
export interface Control {
  progress(done: number, total?: number): void;
}

export const UNWATCHED: Control = { progress: () => undefined };
