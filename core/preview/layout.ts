import type { ContentLanguage } from '../domain/content/content-facts.ts';
import { w3cOf } from '../domain/languages/catalog.ts';
import { listLanguages } from '../domain/languages/languages.ts';
import { siteSettings } from '../domain/settings/site-settings.ts';
import type { Site } from '../site.ts';
import type { Located } from './alternates.ts';
import type { PreviewHosts } from './hosts.ts';
import { html, NONE, trusted, type Markup } from './markup.ts';
import { menusIn } from './menus.ts';

interface PageParts {
  title: string;
  body: Markup;
  language: ContentLanguage | undefined;
  located: Located | undefined;
}

/** The few texts of the frame, in the page's language where available. */
interface Words {
  languages: string;
  menu: string;
  pages: string;
  nothing: string;
  locked: string;
}

const ENGLISH: Words = {
  languages: 'Languages',
  menu: 'Menu',
  pages: 'Pages',
  nothing: 'Nothing is published here yet.',
  locked: 'A password protects this page.',
};

/** Texts of the frame: in English, as the site's themes are not available here. */
export function words(_language: ContentLanguage | undefined): Words {
  return ENGLISH;
}

/** The page for unknown addresses. */
export const NOT_FOUND: PageParts = {
  title: 'Not found',
  body: html`<h1>Not found</h1>
    <p>The finished site has no page at this address.</p>`,
  language: undefined,
  located: undefined,
};

/** A complete page: head with `hreflang`, site name, menus, language switcher, body. */
export function layout(site: Site, hosts: PreviewHosts, { title, body, language, located }: PageParts): string {
  const options = siteSettings(site);
  const local = (address: string): string => hosts.toPreview(address) ?? address;
  const value = listLanguages(site).find(({ term_id }) => term_id === language?.id);
  const canonical = located ? html`<link rel="canonical" href="${local(located.address)}" />` : NONE;
  const whole = html`<!doctype html>
    <html lang="${value?.w3c ?? w3cOf(options.language)}" dir="${value?.is_rtl ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title === '' ? options.title : `${title} – ${options.title}`}</title>
        ${canonical} ${hreflangs(site, located, local)}
        <style>
          ${trusted(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <a class="name" href="${local(value?.home_url ?? `${options.url}/`)}">${options.title}</a>
          ${menusIn(site, language).map(({ location, entries }) => menu(location, entries, local))}
          ${switcher(site, { language, located, local })}
        </header>
        <main>${body}</main>
        <footer>${options.description}</footer>
      </body>
    </html>`;
  return whole.text;
}

/** The languages of the page, and `x-default` on a front page. */
function hreflangs(site: Site, located: Located | undefined, local: (address: string) => string): Markup[] {
  const all = located?.alternates ?? [];
  if (all.length < 2) return [];
  const link = (code: string, address: string): Markup =>
    html`<link rel="alternate" hreflang="${code}" href="${local(address)}" /> `;
  const homes = new Set(listLanguages(site).map(({ home_url }) => home_url));
  const fallback = all.find(({ language, address }) => language.is_default && homes.has(address));
  return [
    ...all.map(({ language, address }) => link(w3cOf(language.locale), address)),
    ...(fallback ? [link('x-default', fallback.address)] : []),
  ];
}

function switcher(
  site: Site,
  {
    language,
    located,
    local,
  }: { language: ContentLanguage | undefined; located: Located | undefined; local: (address: string) => string },
): Markup {
  const languages = listLanguages(site).filter(({ active }) => active);
  if (languages.length < 2) return NONE;
  const entries = languages.map(({ term_id, name, w3c, home_url }) => {
    const found = located?.alternates.find((one) => one.language.id === term_id);
    const isHere = term_id === language?.id;
    // If the page has no version in a language, the switcher links to its front page.
    return html`<li>
      <a
        lang="${w3c}"
        hreflang="${w3c}"
        href="${local(found?.address ?? home_url)}"
        ${isHere ? trusted(' aria-current="true"') : NONE}
        >${name}</a
      >
    </li>`;
  });
  return html`<nav class="switcher" aria-label="${words(language).languages}">
    <ul>
      ${entries}
    </ul>
  </nav>`;
}

type Entries = ReturnType<typeof menusIn>[number]['entries'];

function menu(location: string, entries: Entries, local: (address: string) => string): Markup {
  const below = (parent: number, depth: number): Markup => {
    const own = entries.filter((one) => one.parent === parent);
    if (own.length === 0 || depth > 8) return NONE;
    return html`<ul>
      ${own.map(({ id, title, url }) => html`<li><a href="${local(url)}">${trusted(title)}</a>${below(id, depth + 1)}</li>`)}
    </ul>`;
  };
  return html`<nav class="menu" aria-label="${location}">${below(0, 0)}</nav>`;
}

const STYLE = `:root{color-scheme:light dark;--ink:#17201e;--quiet:#5b6864;--line:#d5ddda;--accent:#0b6b66;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8eeec;--quiet:#9db0aa;--line:#33403c;--accent:#6cc9c0;--paper:#141b19}}
*{box-sizing:border-box}body{margin:0;font:17px/1.65 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
header,main,footer{max-width:46rem;margin-inline:auto;padding:1rem 1.25rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:baseline;border-bottom:1px solid var(--line)}
footer{border-top:1px solid var(--line);color:var(--quiet);font-size:.9em}
.name{font-weight:700;text-decoration:none;color:inherit;margin-inline-end:auto}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0}nav ul ul{padding-inline-start:.5rem}
a{color:var(--accent)}[aria-current]{font-weight:700;text-decoration:none}
h1{font-size:1.9rem;line-height:1.25}h2{line-height:1.3}.meta{color:var(--quiet);font-size:.9em;margin-top:-.5em}
img,video{max-width:100%;height:auto}figure{margin:1.2em 0}figcaption{color:var(--quiet);font-size:.9em}
pre{overflow:auto}table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.3em .6em}
.pager{display:flex;gap:1rem;justify-content:center}`;
