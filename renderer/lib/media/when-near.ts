/** Room above and below the window in which something counts as near. */
const MARGIN = '600px';

const waiting = new Map<Element, () => void>();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) arrived(target);
  },
  { rootMargin: MARGIN },
);

function arrived(element: Element): void {
  const then = waiting.get(element);
  stop(element);
  then?.();
}

function stop(element: Element): void {
  waiting.delete(element);
  observer.unobserve(element);
}

/** Calls back once, when the element is in the window or near it. Returns the function that stops that. */
export function whenNear(element: Element, then: () => void): () => void {
  waiting.set(element, then);
  observer.observe(element);
  return () => stop(element);
}
