import { RestError } from '../errors.ts';

/** Why a file is not imported: nothing of it was stored. `line` and `column` say where, counted from 1; 0 for the file as a whole. */
export class ImportRefused extends RestError {
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  constructor(reason: string, text: string, place: { line: number; column: number } = { line: 0, column: 0 }) {
    const where = place.line > 0 ? `Line ${place.line}, column ${place.column}: ` : '';
    super('polydesk_import_refused', `${where}${text} Nothing was imported.`, 400, {
      data: { reason, line: place.line, column: place.column },
    });
    this.name = 'ImportRefused';
    this.reason = reason;
    this.line = place.line;
    this.column = place.column;
  }
}

/** What a long piece of work tells of itself. It is told often, and throws once nobody wants the work any more. */
export interface Control {
  progress(done: number, total?: number): void;
}

export const UNWATCHED: Control = { progress: () => undefined };
