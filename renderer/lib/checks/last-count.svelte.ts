/**
 * How many findings the Checks screen counted last, over the whole site, and when. Counting reads every text, so the sidebar does
 * not do it by itself.
 */
class LastCount {
  value = $state.raw<{ findings: number; at: Date }>();
}

export const lastCount = new LastCount();
