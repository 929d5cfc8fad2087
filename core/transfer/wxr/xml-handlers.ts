/** Callbacks of an XML reader. The text of an element may arrive in several pieces. */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  text(text: string): void;
  close(name: string, line: number): void;
  /** Characters that XML cannot hold were left out here. */
  odd(line: number, count: number): void;
}
