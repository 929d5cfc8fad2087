const RTL = String.raw`[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]`;
/** Words from right to left, with what stands between two of them. */
const RUN = new RegExp(`${RTL}+(?:[^\\p{L}“”«»"]*${RTL}+)*`, 'gu');
const FIRST_STRONG_ISOLATE = String.fromCharCode(0x2068);
const POP_ISOLATE = String.fromCharCode(0x2069);

/** A sentence from left to right in which names from right to left do not move the signs and numbers beside them. */
export function isolateNames(text: string): string {
  if (document.documentElement.dir === 'rtl') return text;
  return text.replace(RUN, (name) => FIRST_STRONG_ISOLATE + name + POP_ISOLATE);
}
