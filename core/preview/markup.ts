import { encodeAttribute } from '../units/entities.ts';

/** Text that is HTML already: only `html` and `trusted` make it, and only it goes into a page as it is. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

/** A template of HTML. Values are text, in an element or in a quoted attribute, unless they are markup. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  const filled = texts.map((text, at) => {
    const value = values[at];
    if (value === undefined) return text;
    if (typeof value === 'object')
      return (
        text +
        [value]
          .flat()
          .map((one) => one.text)
          .join('')
      );
    return text + encodeAttribute(String(value));
  });
  return new Markup(filled.join(''));
}

/** What the renderer of contents and titles has made. Scripts in it do not run: see the headers of `core/server/preview/`. */
export function trusted(rendered: string): Markup {
  return new Markup(rendered);
}

/** Nothing. */
export const NONE = new Markup('');
