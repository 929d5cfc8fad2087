const RTL = String.raw`[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]`;
/** A run of right-to-left words, with anything between them. */
const RUN = new RegExp(`${RTL}+(?:[^\\p{L}“”«»"]*${RTL}+)*`, 'gu');
const FIRST_STRONG_ISOLATE = String.fromCharCode(0x2068);
const LEFT_TO_RIGHT_ISOLATE = String.fromCharCode(0x2066);
const POP_ISOLATE = String.fromCharCode(0x2069);

/** Isolates an address, whose parts would change places in a right-to-left text. */
export function leftToRight(address: string): string {
  return LEFT_TO_RIGHT_ISOLATE + address + POP_ISOLATE;
}

/** Isolates right-to-left names in a left-to-right sentence, so that adjacent punctuation and numbers do not move. */
export function isolateNames(text: string): string {
  if (document.documentElement.dir === 'rtl') return text;
  return text.replace(RUN, (name) => FIRST_STRONG_ISOLATE + name + POP_ISOLATE);
}
