/** The position of a text in a ring. */
export interface RingPlace {
  /** Absolute offset: detects whether it was overwritten. */
  start: number;
  length: number;
  isAscii: boolean;
}

/** The most recent texts up to a size in bytes, outside the garbage-collected heap. */
export interface TextRing {
  /** Writes a text, overwriting the oldest ones. It must fit into the ring. */
  put(text: string): RingPlace;
  /** The text, or "" if it was overwritten. */
  get(place: RingPlace): string;
}

/**
 * A ring of this many bytes, allocated as it fills. Strings on the heap would be copied twice by the garbage collector and
 * prolong major collections; here they are copied once.
 */
export function createTextRing(size: number): TextRing {
  let bytes: Buffer | undefined;
  let end = 0;
  return {
    put(text) {
      bytes ??= Buffer.allocUnsafeSlow(size);
      const length = Buffer.byteLength(text);
      if (length > size) throw new RangeError(`A text of ${length} bytes does not fit into a ring of ${size}.`);
      const left = size - (end % size);
      // Each text is contiguous: the remainder at the end stays unused.
      const start = length > left ? end + left : end;
      // Pure ASCII needs no decoding.
      const isAscii = length === text.length;
      bytes.write(text, start % size, isAscii ? 'latin1' : 'utf8');
      end = start + length;
      return { start, length, isAscii };
    },
    get({ start, length, isAscii }) {
      if (!bytes || start < end - size) return '';
      const at = start % size;
      return bytes.toString(isAscii ? 'latin1' : 'utf8', at, at + length);
    },
  };
}
