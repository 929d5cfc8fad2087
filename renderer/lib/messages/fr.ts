// The texts of one language, bundled as one file.
type Texts = Readonly<Record<string, string>>;
const files = import.meta.glob<Texts>('./fr/*.json', { eager: true, import: 'default' });

/** Every text in French. */
export const texts: Texts = Object.assign({}, ...Object.values(files)) as Texts;
