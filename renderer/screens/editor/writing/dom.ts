// Elements for rendering blocks.

/** An element with a class and text; "" for none. */
export function create(name: string, named: string, words = ''): HTMLElement {
  const element = document.createElement(name);
  if (named !== '') element.className = named;
  element.textContent = words;
  return element;
}

/** A button that keeps the caret where it is until it is pressed. */
export function button(words: string, run: () => void): HTMLElement {
  const element = create('button', 'block-act', words);
  element.setAttribute('type', 'button');
  element.addEventListener('mousedown', (event) => event.preventDefault());
  element.addEventListener('click', run);
  return element;
}
