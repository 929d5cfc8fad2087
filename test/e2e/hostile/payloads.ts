// Texts that try to be executed, and how they report success.
import { once } from 'node:events';
import { createServer } from 'node:http';

type Write = (code: string, beacon: string) => string;

/** What a payload does when it runs: it leaves its code in the window. */
const run = (code: string): string => `(top.ran=top.ran||[]).push('${code}')`;

/** 21 ways: script, handlers, addresses that are code, things that fetch, broken markup, directions, templates. */
export const payloads: readonly Write[] = [
  (code) => `<img src=x onerror="${run(code)}">`,
  (code) => `<script>${run(code)}</script>`,
  (code) => `<svg onload="${run(code)}"></svg>`,
  (code) => `"><img src=x onerror="${run(code)}"><"`,
  (code) => `<iframe srcdoc="<script>${run(code)}</script>"></iframe>`,
  (code) => `<iframe src="javascript:${run(code)}"></iframe>`,
  (code) => `<details open ontoggle="${run(code)}">x</details>`,
  (code) => `<input autofocus onfocus="${run(code)}">`,
  (code) => `<video><source onerror="${run(code)}"></video>`,
  (code) => `</textarea></title></style><img src=x onerror="${run(code)}">`,
  (code) => `<math><mtext><table><mglyph><style><!--</style><img src=x onerror="${run(code)}">`,
  (code) => `<a href="javascript:${run(code)}" tabindex=1 autofocus onfocus="${run(code)}">x</a>`,
  (_code, beacon) => `<img src="${beacon}">`,
  (_code, beacon) => `<link rel=stylesheet href="${beacon}">`,
  (_code, beacon) => `<style>@import url(${beacon});</style>`,
  (_code, beacon) => `<object data="${beacon}"></object>`,
  (_code, beacon) => `<meta http-equiv=refresh content="1;url=${beacon}">`,
  (_code, beacon) => `<form action="${beacon}"><button autofocus>x</button></form>`,
  (code) => `<b <i title='x><!-- <![CDATA[ <p id="--><img src=x onerror=${run(code)}`,
  (code) => `\u202E<gnp.exe \u2066\u200F\u0000<img src=x onerror="${run(code)}">`.replace('\u0000', ''),
  (code) => `{{constructor.constructor("${run(code)}")()}} \${${run(code)}} {name} {count, plural, other {#}} %s`,
];

/** Markup as entities: fields that take tags away keep it, and a screen that unpacks it must not believe it. */
export function asEntities(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Where the payloads report to. */
export interface Attacker {
  url: string;
  /** Codes that somebody asked for. */
  hits: string[];
  close(): void;
}

/** A server of somebody else; `/page` is a page that believes everything: the payloads as markup, without a policy. */
export async function startAttacker(): Promise<Attacker> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/hit/')) hits.push(path.slice('/hit/'.length).replace(/\W.*$/, ''));
    response.setHeader('content-type', path === '/page' ? 'text/html' : 'text/css');
    response.end(path === '/page' ? '<!doctype html><meta charset="utf-8"><title>x</title>' : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `http://127.0.0.1:${port}`, hits, close: () => void server.close() };
}
