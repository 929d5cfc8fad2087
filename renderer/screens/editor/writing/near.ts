// Rendering that is deferred until it comes into view.

/** Margin around the viewport that counts as in view. */
const NEAR = '600px';

/** Runs a callback once, when an element comes near the viewport. Returns a function that cancels it. */
export type Near = (element: Element, run: () => void) => () => void;

/** One observer for all elements of a view. */
export function whenNear(): Near {
  const waiting = new Map<Element, () => void>();
  const leave = (element: Element): void => {
    waiting.delete(element);
    observer.unobserve(element);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const run = isIntersecting ? waiting.get(target) : undefined;
        if (!run) continue;
        leave(target);
        run();
      }
    },
    { scrollMargin: NEAR },
  );
  return (element, run) => {
    waiting.set(element, run);
    observer.observe(element);
    return () => leave(element);
  };
}
