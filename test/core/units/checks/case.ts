// What each check must find, and what it must leave alone: texts as people translated them.
export interface Case {
  to: string;
  source: string;
  target: string;
  /** The target after the fix. */
  fixed?: string;
}

export const c = (to: string, source: string, target: string, fixed?: string): Case => ({
  ...{ to, source, target },
  ...(fixed !== undefined && { fixed }),
});

/** By the name of the check. */
export type Table = Record<string, { finds: Case[]; leaves: Case[] }>;
