import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page, type Request, type Route } from 'playwright-core';
import { chromeFlags } from '../../build/bootstrap/chrome-flags.mjs';
import { app } from './app.ts';
import type { WebContents } from './contents.ts';
import { answerPage, fromWire, isOnWire } from './scheme.ts';
import { sessionOf, type Session } from './session.ts';
import { record, wishes } from './state.ts';

const owners = new Map<Page, WebContents>();
let started: Promise<Browser> | undefined;
/** Sessions are isolated: each has a context of its own. */
const contexts = new Map<Session, Promise<BrowserContext>>();
let expected = 0;
let asked = 0;

/** A new page for a window. */
export async function openPage(contents: WebContents): Promise<Page> {
  const own = sessionOf(contents as unknown as Electron.WebContents);
  const context = await (contexts.get(own) ?? open(own));
  expected++;
  const page = await context.newPage();
  owners.set(page, contents);
  return page;
}

function open(own: Session): Promise<BrowserContext> {
  const opened = (started ??= start()).then(async (browser) => {
    const context = await browser.newContext({ viewport: null });
    await context.route('**/*', (route) => decide(own, route));
    context.on('page', (page) => void meet(page));
    return context;
  });
  contexts.set(own, opened);
  return opened;
}

async function start(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: wishes.chromium,
    args: [...chromeFlags, `--remote-debugging-port=${wishes.port}`],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  app.endBrowser = () => browser.close();
  return browser;
}

/** Every request of every page comes here; none reaches a network. */
async function decide(own: Session, route: Route): Promise<void> {
  const request = route.request();
  const url = fromWire(request.url());
  if (request.isNavigationRequest() && !mayNavigate(request, url)) return route.abort('aborted');
  if (isOnWire(request.url())) return route.fulfill(await answerPage(own.protocol, request));
  record('outside', url);
  await route.fulfill({ status: 200, contentType: 'text/html', body: '<title>outside</title>' });
}

function mayNavigate(request: Request, url: string): boolean {
  const contents = ownerOf(request);
  if (!contents) return askForWindow(url);
  if (contents.loading === url) {
    contents.loading = undefined;
    return true;
  }
  return !contents.navigate(url, request.frame().parentFrame() === null);
}

/** The window a request belongs to. A page nobody made is a new window somebody asked for. */
function ownerOf(request: Request): WebContents | undefined {
  try {
    return owners.get(request.frame().page());
  } catch {
    // The first request of a page that is not there yet.
    return undefined;
  }
}

function askForWindow(url: string): boolean {
  asked++;
  const [contents] = owners.values();
  return contents?.openWindow(url) === 'allow';
}

/** A page that appears by itself goes at once: the windows of the program are those it made. */
async function meet(page: Page): Promise<void> {
  if (expected > 0) return void expected--;
  const before = asked;
  await sleep(100);
  // An empty window makes no request, so nobody was asked yet.
  if (asked === before && page.url() === 'about:blank') askForWindow(page.url());
  await page.close();
}
