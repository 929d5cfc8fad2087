/** Cleanup functions, run in reverse order. */
export type Ends = (() => void | Promise<void>)[];

/** Runs all cleanup functions in turn. Errors are logged and do not stop the others: the file is released last. Never rejects. */
export async function endAll(ends: Readonly<Ends>, note: (text: string) => void): Promise<void> {
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
}
