import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** Element that holds what is fetched when the first screen stands: the page takes it out of there (`lib/screen-code`). */
const LATER = 'later';

/**
 * Names in the page the files that one of its modules is built into. So they are fetched together with the program that will
 * ask for them, and not after it. The files of all other components are named too, set aside for later.
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
 * Has the browser compile the files that are fetched when the page stands as a whole and while it reads them, not function by
 * function when a screen is drawn for the first time. Those that `module` is built into are waited for, and stay as they are.
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
        // A sign that Chromium knows from 136 on; for others it is a comment. It counts in the first line.
        const later = chunks.filter((chunk) => !chunk.isEntry && !wanted.includes(chunk));
        for (const chunk of later) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}

interface Chunks {
  chunks: Rolldown.OutputChunk[];
  /** The one that a module is in, with what it imports. */
  wanted: Rolldown.OutputChunk[];
}

function chunksOf(bundle: Rolldown.OutputBundle, module: string): Chunks {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const first = chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (!first) throw new Error(`Nothing was built from ${module}`);
  return { chunks, wanted: chunks.filter((chunk) => chunk === first || first.imports.includes(chunk.fileName)) };
}

/** Texts in other languages are fetched by who reads them. */
function hasComponents({ moduleIds }: Rolldown.OutputChunk): boolean {
  return moduleIds.some((id) => id.endsWith('.svelte'));
}

interface Link extends HtmlTagDescriptor {
  attrs: { rel: string; crossorigin: true; href: string; fetchpriority?: string };
}

function link(href: string): Link {
  return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' };
}
