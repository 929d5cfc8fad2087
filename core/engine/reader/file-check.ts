import { Worker } from 'node:worker_threads';
import { runFileCheck, type FileCheck } from '../../store/file/database.ts';
import { OpenError, type OpenFailure, sqliteCode, sqliteError } from '../../store/file/failures.ts';
import type { Finding } from '../../store/file/invariants.ts';
import { openReader } from '../../store/file/reader.ts';
import { assertOwnSchema } from '../../store/file/own-schema.ts';
import type { ReadDb } from '../../store/sql.ts';
import { threadProgram } from '../../threads.ts';

/** The start data of the reader program for checking a file. */
export interface FileCheckOrder {
  checkedFile: string;
  check: FileCheck;
}

/** What a check found, or what it threw, as plain data. */
export type FileCheckAnswer =
  | { findings: Finding[] }
  | { refused: OpenFailure; message: string }
  | { code: string | undefined; message: string };

/**
 * Checks a file in a separate thread, which ends afterwards; the file must not be written meanwhile. Rejects with what the check
 * threw.
 */
export async function checkInThread(checkedFile: string, check: FileCheck): Promise<Finding[]> {
  const order: FileCheckOrder = { checkedFile, check };
  const worker = new Worker(threadProgram('reader'), { name: 'polydesk file check', workerData: order });
  const answer = await new Promise<FileCheckAnswer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('Checking the file ended without an answer.')));
  });
  if ('findings' in answer) return answer.findings;
  if ('refused' in answer) throw new OpenError(answer.refused, answer.message);
  throw answer.code === undefined ? new Error(answer.message) : sqliteError(answer.message, answer.code);
}

/** What a check of every page and rule found. If not empty, the file must not be written to. */
export interface CheckAnswer {
  findings: Finding[];
  /** Pages or rows are inconsistent: the file needs repair. */
  isDamaged: boolean;
}

/** Checks a file and returns the result as text for the process that started this one. */
export function checkText(file: string): string {
  const schema = answering(file, (db) => (assertOwnSchema(file, db), []));
  const pages = 'findings' in schema ? answerFileCheck({ checkedFile: file, check: 'pages' }) : schema;
  return JSON.stringify('findings' in pages ? answerFileCheck({ checkedFile: file, check: 'rules' }) : pages);
}

/** Parses the text of `checkText`. Throws if the check could not be done. */
export function answerOf(text: string): CheckAnswer {
  if (text === '') throw new Error('It ended without an answer.');
  const answer = JSON.parse(text) as FileCheckAnswer;
  if ('findings' in answer) return { findings: answer.findings, isDamaged: false };
  const isDamaged =
    'refused' in answer
      ? /^(damaged|foreign)$/.test(answer.refused)
      : /^SQLITE_(CORRUPT|NOTADB)/.test(answer.code ?? '');
  if (!isDamaged) throw new Error(answer.message);
  return { findings: [{ name: 'every page can be read', rows: [] }], isDamaged };
}

/** The work of that thread. */
export function answerFileCheck({ checkedFile, check }: FileCheckOrder): FileCheckAnswer {
  return answering(checkedFile, (db) => runFileCheck(checkedFile, db, check));
}

function answering(file: string, find: (db: ReadDb) => Finding[]): FileCheckAnswer {
  try {
    const db = openReader(file);
    try {
      return { findings: find(db) };
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof OpenError) return { refused: error.code, message: error.message };
    return { code: sqliteCode(error), message: error instanceof Error ? error.message : String(error) };
  }
}
