/** Background pages get no animation frames, so this is the fallback. */
const LONGEST_MS = 100;

/** Calls back after the current frame has been painted. Returns a function that cancels the call. */
export function afterPaint(then: () => void): () => void {
  const call = (): void => {
    stop();
    then();
  };
  let timer = setTimeout(call, LONGEST_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    // A timer set inside the frame callback fires after the paint.
    timer = setTimeout(call);
  });
  const stop = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  return stop;
}
