/** Margin around the viewport within which an element counts as near. */
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

/** Calls back once, when the element is in or near the viewport. Returns a function that cancels it. */
export function whenNear(element: Element, then: () => void): () => void {
  waiting.set(element, then);
  observer.observe(element);
  return () => stop(element);
}
