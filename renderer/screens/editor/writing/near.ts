// What is drawn only when it comes into view.

/** How far from what is in view that is already. */
const NEAR = '600px';

/** Runs something once for an element, as soon as it is near what is in view. Answers the function that gives it up. */
export type Near = (element: Element, run: () => void) => () => void;

/** One for all elements of a view. */
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
