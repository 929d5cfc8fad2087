// The texts of one language, bundled as one file.
type Texts = Readonly<Record<string, string>>;
const files = import.meta.glob<Texts>('./ar/*.json', { eager: true, import: 'default' });

/** Every text in Arabic. */
export const texts: Texts = Object.assign({}, ...Object.values(files)) as Texts;
