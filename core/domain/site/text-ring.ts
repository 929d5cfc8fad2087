/** Where a text lies in a ring. */
export interface RingPlace {
  /** Counted from the first text on: what was written over is known by it. */
  start: number;
  length: number;
  isAscii: boolean;
}

/** The last texts of so many bytes, outside the memory that is searched for garbage. */
export interface TextRing {
  /** Writes a text over the oldest ones. It must fit in. */
  put(text: string): RingPlace;
  /** The text, or "" where others were written over it. */
  get(place: RingPlace): string;
}

/**
 * A ring of so many bytes, taken from the system as it fills. A text that is kept for a while would be moved twice by the
 * collector of garbage and wait for a long look at everything; here it is copied once.
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
      // Each lies in one piece: what is left at the end stays empty.
      const start = length > left ? end + left : end;
      // What is plain ASCII needs no look at its letters.
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
