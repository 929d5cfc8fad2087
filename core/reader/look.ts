import { Worker } from 'node:worker_threads';
import { lookAt, type Look } from '../store/database.ts';
import { OpenError, type OpenFailure, sqliteCode, sqliteError } from '../store/failures.ts';
import type { Finding } from '../store/invariants.ts';
import { openReader } from '../store/reader.ts';
import { readerProgram } from './reader.ts';

/** What the program of the reader is started with for a look. */
export interface LookOrder {
  lookFile: string;
  look: Look;
}

/** What a look found, or what it threw, as plain data. */
export type LookAnswer =
  | { findings: Finding[] }
  | { refused: OpenFailure; message: string }
  | { code: string | undefined; message: string };

/** Looks at a file in a thread of its own, which ends with it; nobody writes the file meanwhile. Rejects with what the look threw. */
export async function lookBeside(lookFile: string, look: Look): Promise<Finding[]> {
  const order: LookOrder = { lookFile, look };
  const worker = new Worker(readerProgram(), { name: 'polydesk look', workerData: order });
  const answer = await new Promise<LookAnswer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The look at the file ended without an answer.')));
  });
  if ('findings' in answer) return answer.findings;
  if ('refused' in answer) throw new OpenError(answer.refused, answer.message);
  throw answer.code === undefined ? new Error(answer.message) : sqliteError(answer.message, answer.code);
}

/** The work of that thread. */
export function answerLook({ lookFile, look }: LookOrder): LookAnswer {
  try {
    const db = openReader(lookFile);
    try {
      return { findings: lookAt(lookFile, db, look) };
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof OpenError) return { refused: error.code, message: error.message };
    return { code: sqliteCode(error), message: error instanceof Error ? error.message : String(error) };
  }
}
