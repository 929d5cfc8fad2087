// Text fits: in every interface language nothing is truncated that cannot be read elsewhere, and nothing overflows its container.
import { beforeAll, expect, test } from 'vitest';
import { untilQuiet } from '../../gallery/quiet.ts';
import { useApp, type App } from '../app.ts';

let app: App;

/** Of a language that has no name of its own in the interface: dialogs call it by this one and its code. */
const long = 'Français de France, avec un nom vraiment très long qui ne finit jamais';
const screens = [
  'overview',
  'languages',
  'settings/urls',
  'settings/content',
  'api-tools',
  'api-tools/tokens',
  'activity',
  'preferences',
];

useApp('browser', '#/languages', (opened) => (app = opened));
beforeAll(async () => {
  await app.api('POST', '/pll/v1/languages', { locale: 'en_US' });
  await app.api('POST', '/pll/v1/languages', { locale: 'xg', slug: 'xg', name: long });
  const { term_id } = await app.api<{ term_id: number }>('POST', '/pll/v1/languages', { locale: 'pt_PT' });
  await app.api('PATCH', `/polydesk/v1/languages/${term_id}`, { active: false });
});

/** Runs in the page. Words that end where their box does, without their whole in a tooltip, or that lie beside it. */
function cutWords(): string[] {
  const faults: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const words = element.innerText?.trim().slice(0, 40);
    if (!words || element.closest('.vh, [title], a[href="#main"], .toasts')) continue;
    const { overflowX, position } = getComputedStyle(element);
    const isClosed = overflowX === 'hidden' || overflowX === 'clip';
    const isCut = isClosed && element.scrollWidth > element.clientWidth + 1 && !element.querySelector('[title]');
    if (isCut) faults.push(`cut off: ${words}`);
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const place = element.getBoundingClientRect();
    const around = element.parentElement?.getBoundingClientRect();
    if (!own || !around || position === 'absolute' || position === 'fixed') continue;
    const outer = getComputedStyle(element.parentElement!);
    const isBeside = place.right > around.right + 2 || place.left < around.left - 2;
    if (isBeside && outer.overflowX === 'visible' && outer.display !== 'contents') faults.push(`beside: ${words}`);
  }
  return faults;
}

async function inLanguage(locale: string): Promise<void> {
  await app.page.evaluate((wanted) => {
    const kept = JSON.parse(localStorage.getItem('polydesk.preferences') ?? '{}') as object;
    localStorage.setItem('polydesk.preferences', JSON.stringify({ ...kept, locale: wanted }));
  }, locale);
  await app.page.reload();
  await app.page.locator(`html[lang^="${locale}"]`).waitFor();
}

test.each(['en', 'fr', 'ar'])('nothing is cut off in the language %s', async (locale) => {
  const { page } = app;
  await inLanguage(locale);
  const faults: string[] = [];
  for (const screen of screens) {
    await page.evaluate((at) => void (location.hash = `#/${at}`), screen);
    await page.locator(`a[href="#/${screen.split('/', 1)[0]}"][aria-current]`).waitFor();
    await untilQuiet(page);
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      // What is shown was read already; it only finds its places.
      await untilQuiet(page, 50);
      faults.push(...(await page.evaluate(cutWords)).map((fault) => `${screen}, ${width} wide, ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

test('a button that names a language with a long name is read whole in its dialog', async () => {
  const { page } = app;
  await inLanguage('en');
  await page.evaluate(() => void (location.hash = '#/languages'));
  await page.getByRole('rowheader').filter({ hasText: long }).click();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog', { name: `Delete ${long} (xg)?` });
  await dialog.locator(':focus').waitFor();
  const button = dialog.getByRole('button', { name: `Delete ${long} (xg)` });
  const [inner, outer] = await Promise.all([button.boundingBox(), dialog.boundingBox()]);
  expect(inner!.x).toBeGreaterThan(outer!.x);
  expect(inner!.x + inner!.width).toBeLessThan(outer!.x + outer!.width);
  expect(await button.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('between full and narrow windows the console shows its path and all of its views', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.evaluate(() => void (location.hash = '#/api-tools'));
  const path = page.getByRole('textbox', { name: 'Path' });
  await path.waitFor();
  expect(await path.evaluate((each) => each.clientWidth)).toBeGreaterThan(80);
  const views = page.getByRole('tablist', { name: 'Request' });
  expect(await views.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
});
