/** A page in the background has no frames. */
const LONGEST_MS = 100;

/** Calls back when what is drawn now has been seen. Returns the function that stops that. */
export function afterPaint(then: () => void): () => void {
  const call = (): void => {
    stop();
    then();
  };
  let timer = setTimeout(call, LONGEST_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    // The frame is painted once everything requested before it is done.
    timer = setTimeout(call);
  });
  const stop = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  return stop;
}
