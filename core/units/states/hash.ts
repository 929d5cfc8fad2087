/**
 * A hash of a text as 16 hex digits, the same in the page and in the engine: identifies a text that has a mark. "" for no text.
 * Safe against chance, not against someone who searches for two texts with the same hash.
 */
export function textHash(text: string): string {
  if (text === '') return '';
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  const one = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  const two = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return hex(one) + hex(two);
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
