/** What was begun, and how to end it: the last first. */
export type Ends = (() => void | Promise<void>)[];

/** Ends everything in turn. What fails is noted and keeps nothing else from ending: the file is let go of last. Never rejects. */
export async function endAll(ends: Readonly<Ends>, note: (text: string) => void): Promise<void> {
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
}
