import type { Plugin } from 'vite';

/** Renders the library's icons with our own component, `drawing`: a screen has hundreds, and theirs is ten times the work. */
export function plainIcons(drawing: string): Plugin {
  return {
    name: 'polydesk-plain-icons',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\.\/Icon\.svelte$/ },
      handler: (_source, importer) => (importer?.includes('/@lucide/svelte/dist/icons/') ? drawing : undefined),
    },
  };
}
