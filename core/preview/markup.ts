import { encodeAttribute } from '../units/entities.ts';

/** HTML: created only by `html` and `trusted`, and the only value inserted into pages unescaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

/** An HTML template. Values are escaped as text, for element content or quoted attributes, unless they are markup. */
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

/** Output of the content and title renderer. Scripts in it do not run: see the headers of `core/server/preview/`. */
export function trusted(rendered: string): Markup {
  return new Markup(rendered);
}

/** Empty markup. */
export const NONE = new Markup('');
