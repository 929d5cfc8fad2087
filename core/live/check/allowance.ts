/** How many more requests of a kind may be made. */
export interface Allowance {
  /** Uses up one; false: none is left. */
  take(): boolean;
  /** One does not count, because it brought something new. */
  giveBack(): void;
}

/** Limits of an allowance: the number of requests, and the time from the first one on. */
export interface AllowanceLimits {
  most: number;
  milliseconds: number;
}

/** Ten minutes. */
const LONGEST = 600_000;
/** Requests for single items that a list should have returned: a user may have lost the right to see thousands. */
export const ALONE: AllowanceLimits = { most: 1000, milliseconds: LONGEST };
/** Requests for parts of a page that the site could not return whole. */
export const SMALLER: AllowanceLimits = { most: 5000, milliseconds: LONGEST };

/** An allowance that is not used yet. A hostile site could otherwise keep a check asking for weeks (`live-site.md` 5). */
export function allowanceOf({ most, milliseconds }: AllowanceLimits): Allowance {
  let used = 0;
  let since: number | undefined;
  return {
    take() {
      since ??= performance.now();
      if (used >= most || performance.now() - since > milliseconds) return false;
      used += 1;
      return true;
    },
    giveBack() {
      used -= 1;
    },
  };
}
