import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Names in the page the files that one of its modules is built into, with their styles. So they are fetched together with the
 * program that will ask for them, and not after it.
 */
export function preload(module: string): Plugin {
  let base = '/';
  return {
    name: 'polydesk-preload',
    apply: 'build',
    configResolved: (config) => {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const first = chunks.find(({ moduleIds }) => moduleIds.includes(module));
        if (!first) throw new Error(`Nothing was built from ${module}`);
        const wanted = chunks.filter((chunk) => chunk === first || first.imports.includes(chunk.fileName));
        const code = wanted.map(({ fileName }) => link('modulepreload', base + fileName));
        // Shared styles stand before those of who uses them.
        const styles = wanted.toSorted((a, b) => Number(a === first) - Number(b === first));
        const sheets = styles.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const all = [...code, ...sheets.map((file) => link('stylesheet', base + file))];
        return all.filter(({ attrs }) => !html.includes(`"${attrs.href}"`));
      },
    },
  };
}

function link(rel: string, href: string): HtmlTagDescriptor & { attrs: { href: string } } {
  return { tag: 'link', attrs: { rel, crossorigin: true, href }, injectTo: 'head' };
}
