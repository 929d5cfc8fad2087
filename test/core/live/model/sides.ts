// The two sides of the model: Polydesk, and a site that is the WordPress stand-in or another Polydesk (a hub).
import { serveEngine } from '../../../contract/over-http.ts';
import { openBench } from '../../../support/engine.ts';
import { openFaultyProxy } from '../../../support/faulty-proxy.ts';
import type { AskOptions } from '../../../support/wordpress/server.ts';
import type { WpSite } from '../../../support/wordpress/site.ts';
import { openConnected, type Connected } from '../push/connected.ts';
import { openRig, type Rig } from '../push/rig.ts';
import { askHere, readPolydesk, uploadHere } from './polydesk.ts';

/** What the other side is. */
export type Surface = 'pro' | 'companion' | 'hub';

/** A post, a file or a term as a side stores it. */
export interface Stored {
  kind: 'post' | 'term';
  /** Post type or taxonomy. */
  type: string;
  id: number;
  slug: string;
  /** Of terms the name, and their description as the content. */
  title: string;
  content: string;
  /** Of files the caption. */
  excerpt: string;
  status: string;
  lang: string;
  group: number;
  categories: number[];
  featured: number;
  alt: string;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** The other side. */
export interface There {
  /** Another Polydesk: it has a language field for new items, and refuses a write of what was changed meanwhile. */
  isHub: boolean;
  /** Groups are written through our plugin. */
  hasPlugin: boolean;
  read(): Stored[];
  ask(method: string, path: string, body?: object): Promise<Answer>;
  /** A file with its texts. */
  upload(name: string, bytes: Buffer, texts: Record<string, string>): Promise<Answer>;
  /** Somebody saves texts of a post at this very moment, as WordPress stores it. */
  save(id: number, texts: { title?: string; content?: string }): void;
  /** What the user of the connection may do there from now on; a hub does not know that. */
  setRole(role: 'administrator' | 'author' | 'subscriber'): void;
}

export interface Sides {
  rig: Connected;
  there: There;
}

/** Opens both sides, with languages en and fr on the other one. */
export async function openSides(surface: Surface, file: boolean): Promise<Sides> {
  if (surface === 'hub') return openHub(file);
  const options = surface === 'pro' ? { surface } : { surface: 'free' as const, companion: true };
  const rig = await openRig({ ...options, file });
  return { rig, there: wordPress(rig) };
}

function wordPress({ wp }: Rig): There {
  const upload: There['upload'] = async (name, bytes, texts) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(texts)) form.append(key, value);
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
    const packed = new Response(form);
    const options: AskOptions = {
      headers: { 'content-type': packed.headers.get('content-type') ?? '' },
      raw: Buffer.from(await packed.arrayBuffer()),
    };
    return wp.ask('POST', `/wp/v2/media?lang=${texts['lang']}`, undefined, options);
  };
  return {
    ...{ isHub: false, hasPlugin: wp.site.options.companion === true, upload },
    read: () => readWordPress(wp.site),
    ask: (method, path, body) => wp.ask(method, path, body as never),
    save(id, texts) {
      const post = wp.site.posts.get(id);
      if (!post) return;
      Object.assign(post, texts);
      const { title, content, excerpt, revisions } = post;
      revisions.unshift({ id: wp.site.nextPost++, title, content, excerpt });
    },
    setRole(role) {
      const user = wp.site.users.find(({ name }) => name === 'admin');
      if (user) user.role = role;
    },
  };
}

function readWordPress({ posts, terms }: WpSite): Stored[] {
  const shown = [...posts.values()].map(
    ({ id, type, slug, title, content, excerpt, status, lang, group, terms: own, featured_media, file }): Stored => ({
      ...{ kind: 'post', type, id, slug, title, content, excerpt, status, lang, group, featured: featured_media },
      ...{ categories: own['category'] ?? [], alt: file?.alt ?? '' },
    }),
  );
  const named = [...terms.values()].map(({ id, taxonomy, slug, name, description, lang, group }): Stored => ({
    ...{ kind: 'term', type: taxonomy, id, slug, title: name, content: description, lang, group },
    ...{ excerpt: '', status: '', categories: [], featured: 0, alt: '' },
  }));
  return [...shown, ...named];
}

async function openHub(file: boolean): Promise<Sides> {
  const hub = openBench();
  for (const [slug, locale] of [
    ['en', 'en_US'],
    ['fr', 'fr_FR'],
  ])
    hub.ask('POST', '/pll/v1/languages', { locale, slug, name: slug });
  const served = await serveEngine(hub.engine, ['admin']);
  const line = await openFaultyProxy(served.url);
  // It knows itself by the address it is asked under.
  hub.engine.site.serverUrl = line.url;
  const connected = await openConnected({ line, user: 'admin', password: served.passwords['admin'] ?? '', file });
  const close = async (): Promise<void> => {
    await connected.close();
    await served.close();
  };
  return { rig: { ...connected, close }, there: polydesk(hub) };
}

function polydesk(hub: Connected['here']): There {
  return {
    ...{ isHub: true, hasPlugin: false },
    read: () => readPolydesk(hub.engine.site),
    ask: (method, path, body) => Promise.resolve(askHere(hub, method, path, body)),
    upload: (name, bytes, texts) => Promise.resolve(uploadHere(hub, name, bytes, texts)),
    ...{ save: () => undefined, setRole: () => undefined },
  };
}
