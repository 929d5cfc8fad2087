import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** Element that lists the files to fetch after the first screen is shown: read by `lib/screen-code`. */
const LATER = 'later';

/**
 * Adds preload links for the files of one module to the page, so that they are fetched in parallel with the program that imports
 * them. The files of all other components are listed too, to be fetched later.
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
        const { chunks, wanted } = chunksOf(bundle, module);
        const all = wanted.map(({ fileName }) => link(base + fileName));
        const now = all.filter(({ attrs }) => !html.includes(`"${attrs.href}"`));
        const drawn = chunks.filter((chunk) => !wanted.includes(chunk) && hasComponents(chunk));
        const names = new Set(drawn.flatMap(({ fileName, imports }) => [fileName, ...imports]));
        const later = chunks.filter((chunk) => names.has(chunk.fileName) && !chunk.isEntry && !wanted.includes(chunk));
        const files = later.map(({ fileName }) => link(base + fileName));
        for (const { attrs } of files) attrs.fetchpriority = 'low';
        return [...now, { tag: 'template', attrs: { id: LATER }, children: files, injectTo: 'head' }];
      },
    },
  };
}

/**
 * Makes the browser compile the files that are fetched after the first screen eagerly while loading them, instead of function by
 * function when a screen is first drawn. Those of `module` are waited for, and stay unchanged.
 */
export function compileAhead(module: string): Plugin {
  return {
    name: 'polydesk-compile-ahead',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { chunks, wanted } = chunksOf(bundle, module);
        // A magic comment that Chromium supports from 136 on; it must be in the first line.
        const later = chunks.filter((chunk) => !chunk.isEntry && !wanted.includes(chunk));
        for (const chunk of later) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}

interface Chunks {
  chunks: Rolldown.OutputChunk[];
  /** The chunk containing a module, with its imports. */
  wanted: Rolldown.OutputChunk[];
}

function chunksOf(bundle: Rolldown.OutputBundle, module: string): Chunks {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const first = chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (!first) throw new Error(`Nothing was built from ${module}`);
  return { chunks, wanted: chunks.filter((chunk) => chunk === first || first.imports.includes(chunk.fileName)) };
}

/** Texts in other languages are loaded on demand. */
function hasComponents({ moduleIds }: Rolldown.OutputChunk): boolean {
  return moduleIds.some((id) => id.endsWith('.svelte'));
}

interface Link extends HtmlTagDescriptor {
  attrs: { rel: string; crossorigin: true; href: string; fetchpriority?: string };
}

function link(href: string): Link {
  return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' };
}
