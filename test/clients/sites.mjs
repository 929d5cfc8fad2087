// Static sites in three languages, as docs/static-sites.md shows them: built, then every link between languages is followed.
import { deepEqual, equal } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { JSDOM } from 'jsdom';
import { writeExamples } from './documents.mjs';
import { runNode } from './run-node.mjs';

const packages = join(import.meta.dirname, 'node_modules');
const what = 'builds three languages with a switcher, and every `hreflang` resolves, both ways';

export const SITES = {
  '@11ty/eleventy': {
    what,
    run: (server, folder) =>
      build(server, folder, ['eleventy', '_site', '@11ty/eleventy/cmd.cjs', '--config=eleventy.config.js', '--quiet']),
  },
  astro: {
    what,
    run: (server, folder) => build(server, folder, ['astro', 'dist', 'astro/bin/astro.mjs', 'build', '--silent']),
  },
};

async function build({ root }, folder, [name, output, program, ...words]) {
  writeExamples('static-sites.md', folder);
  const cwd = join(folder, name);
  await runNode([join(packages, program), ...words], { cwd, env: { POLYDESK_API: root.replace(/\/$/, '') } });
  const pages = readPages(join(cwd, output));
  deepEqual(faultsOf(pages), []);
  deepEqual([...pages.keys()].sort(), (await expectedPaths(root)).sort());
  deepEqual([...new Set([...pages.values()].map(({ lang, dir }) => `${lang} ${dir}`))].sort(), [
    'ar rtl',
    'en-US ltr',
    'fr-FR ltr',
  ]);
  // The control: without one of its pages the site has links that lead nowhere.
  const french = [...pages.keys()].find((path) => path === '/fr/');
  pages.delete(french);
  equal(faultsOf(pages).length > 0, true);
}

/** Every page by its path, with its language and the versions it names. */
function readPages(folder) {
  const files = globSync('**/*.html', { cwd: folder });
  return new Map(
    files.map((file) => {
      const { document } = new JSDOM(readFileSync(join(folder, file), 'utf8')).window;
      const { lang, dir } = document.documentElement;
      const links = (selector) =>
        [...document.querySelectorAll(selector)].map((one) => {
          const address = new URL(one.getAttribute('href'), 'https://multilingual.example');
          return { lang: one.getAttribute('hreflang'), path: decodeURI(address.pathname), host: address.host };
        });
      const path = dirname(file) === '.' ? '/' : `/${dirname(file)}/`;
      const inHead = links('link[rel=alternate][hreflang]');
      return [path, { lang, dir, inHead, inSwitcher: links('nav a[hreflang]'), others: links('main li a') }];
    }),
  );
}

/** What is wrong with the links: dead, to another language than they say, or not answered. */
function faultsOf(pages) {
  return [...pages].flatMap(([path, { lang, inHead, inSwitcher, others }]) => {
    const faults = [];
    const isSame = JSON.stringify(inHead) === JSON.stringify(inSwitcher);
    if (!isSame) faults.push(`${path}: the switcher and the head differ`);
    if (!inHead.some((one) => one.path === path && one.lang === lang)) faults.push(`${path} does not name itself`);
    for (const one of inHead) {
      const page = pages.get(one.path);
      if (!page || one.host !== 'multilingual.example') faults.push(`${path}: ${one.path} is not there`);
      else if (page.lang !== one.lang) faults.push(`${path}: ${one.path} is ${page.lang}, not ${one.lang}`);
      else if (!page.inHead.some((back) => back.path === path)) faults.push(`${one.path} does not name ${path}`);
    }
    for (const one of others) if (!pages.has(one.path)) faults.push(`${path}: ${one.path} is not there`);
    return faults;
  });
}

/** The front pages and whatever is published. */
async function expectedPaths(root) {
  const read = async (path) => (await fetch(root + path)).json();
  const homes = (await read('pll/v1/languages')).map(({ home_url }) => home_url);
  const lists = await Promise.all(['posts', 'pages'].map((base) => read(`wp/v2/${base}?per_page=100`)));
  const links = lists.flat().map(({ link }) => link);
  return [...new Set([...homes, ...links])].map((address) => decodeURI(new URL(address).pathname));
}
