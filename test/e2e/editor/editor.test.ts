// The translation editor, as a person uses it, by mouse and by keyboard, in addition to the tasks.
import { expect, test } from 'vitest';
import { seriousFaults, undoMessage, useApp, type App } from '../app.ts';

interface Post {
  id: number;
  status: string;
  title: { raw: string };
  content: { raw: string };
  tags: number[];
}

let app: App;

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const list = (...items: string[]) =>
  `<!-- wp:list -->\n<ul class="wp-block-list">${items
    .map((item) => `<!-- wp:list-item -->\n<li>${item}</li>\n<!-- /wp:list-item -->`)
    .join('\n\n')}</ul>\n<!-- /wp:list -->`;
const post = (id: number) => app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`);
const make = (body: object) => app.api<Post>('POST', '/wp/v2/posts', { status: 'publish', ...body });
const stateOf = async (id: number) => {
  const group = await app.api<{ items: Record<string, { id: number; state: string }> }>(
    'GET',
    `/polydesk/v1/items/post/${id}`,
  );
  return Object.values(group.items).find((item) => item.id === id)?.state;
};
const text = (name: string | RegExp) => app.page.getByRole('textbox', { name });
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const open = (item: string) => app.page.evaluate((hash) => void (location.hash = hash), `#/edit/${item}`);

/** An article whose source changed one number since its translation was right. */
async function makeStale(name: string) {
  const body = (lumens: number) =>
    [paragraph(`A light of ${lumens} lumens is enough.`), list('Bands', 'A red light')].join('\n\n');
  const source = await make({ title: name, content: body(300), lang: 'en' });
  const translated = body(300)
    .replace('A light of', 'Un phare de')
    .replace('is enough', 'suffit')
    .replace('A red light', 'Un feu');
  const target = await make({ title: `${name} fr`, content: translated, lang: 'fr', translations: { en: source.id } });
  await app.api('POST', `/wp/v2/posts/${source.id}`, { content: body(400) });
  return { source: source.id, target: target.id };
}

useApp('window', '#/languages', (opened) => (app = opened));

test('the site', async () => {
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
  expect(await app.api<unknown[]>('GET', '/pll/v1/languages')).toHaveLength(3);
});

test('a stale translation fixed and finished by keyboard alone', async () => {
  const { page } = app;
  const { target } = await makeStale('Lights');
  const next = await makeStale('Brakes');
  await open(`post/${target}?work=needs_update`);
  await expect.poll(focused).toBe('Paragraph, French');
  await page.keyboard.press('Alt+a');
  await expect.poll(() => text('Paragraph, French').textContent()).toBe('Un phare de 400 lumens suffit.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => stateOf(target)).toBe('translated');
  const saved = await post(target);
  expect(saved.content.raw).toContain('<p>Un phare de 400 lumens suffit.</p>');
  expect(saved.content.raw).toContain('<ul class="wp-block-list"><!-- wp:list-item -->\n<li>Bands</li>');
  // Finish goes on to the next one.
  await expect.poll(() => page.url()).toContain(`post/${next.target}`);
  await page.getByRole('heading', { name: 'Brakes' }).waitFor();
});

test('a stale translation opens at what changed, not at what was never translated', async () => {
  const { page } = app;
  const body = (end: string) => [paragraph('Never said in French so far.'), paragraph(end)].join('\n\n');
  const source = await make({ title: 'Chains', content: body('Oil it weekly.'), lang: 'en' });
  const content = [paragraph('Never said in French so far.'), paragraph('Huilez-la chaque semaine.')].join('\n\n');
  const { id } = await make({ title: 'Chaînes', content, lang: 'fr', translations: { en: source.id } });
  await app.api('POST', `/wp/v2/posts/${source.id}`, { content: body('Oil it monthly.') });
  await open(`post/${id}`);
  await page.getByRole('heading', { name: 'Chains' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Huilez-la chaque semaine.');
});

test('a stale translation confirmed with the mouse is undone in one step', async () => {
  const { page } = app;
  const { target } = await makeStale('Bells');
  await open(`post/${target}`);
  await page.reload();
  await page.getByRole('heading', { name: 'Bells' }).waitFor();
  await button('Still correct').click();
  await button(/^Finish/).click();
  await expect.poll(() => stateOf(target)).toBe('translated');
  await undoMessage(page, 'French finished');
  await expect.poll(() => stateOf(target)).toBe('needs_update');
});

test('a missing translation is started from a tab, written text by text, and keeps the structure of its source', async () => {
  const { page } = app;
  const content = [paragraph('Ride <strong>slowly</strong> at night.'), list('One', 'Two')].join('\n\n');
  const { id } = await make({ title: 'Slowly', content, lang: 'en' });
  await open(`post/${id}`);
  await page.getByRole('heading', { name: 'Slowly' }).waitFor();
  await page.getByRole('tab', { name: /العربية/ }).click();
  await expect.poll(focused).toBe('Title, Arabic');
  await page.keyboard.type('ببطء');
  await page.keyboard.press('Control+ArrowDown');
  await expect.poll(focused).toBe('Paragraph, Arabic');
  await page.keyboard.press('Alt+c');
  await expect.poll(() => text('Paragraph, Arabic').locator('[data-name="strong"]').textContent()).toBe('slowly');
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.type('واحد');
  await page.keyboard.press('Tab');
  await page.keyboard.type('اثنان');
  await page.keyboard.press('Control+s');
  const made = () => post(Number(/post\/(\d+)/.exec(page.url())?.[1]));
  // The address names the new draft as soon as it is stored.
  await expect.poll(async () => (await made()).title.raw).toBe('ببطء');
  const saved = await made();
  expect(saved.status).toBe('draft');
  expect(saved.content.raw).toBe(content.replace('One', 'واحد').replace('Two', 'اثنان'));
});

test('a version in the default language, made from one in another: the translated texts are next to it', async () => {
  const { page } = app;
  const { id } = await make({ title: 'Dynamo fr', content: paragraph('Une dynamo au moyeu.'), lang: 'fr' });
  await open(`post/${id}?lang=en`);
  await text('Title, English').waitFor();
  await page.getByText('Une dynamo au moyeu.').first().waitFor();
  await page.keyboard.type('Dynamo');
  await text('Paragraph, English').click();
  await page.keyboard.type('A hub dynamo.');
  await page.keyboard.press('Control+s');
  await page.getByText('English saved').waitFor();
  const group = await app.api<{ items: Record<string, { id: number }> }>('GET', `/polydesk/v1/items/post/${id}`);
  expect((await post(group.items['en']?.id ?? 0)).content.raw).toBe(paragraph('A hub dynamo.'));
});

const RICH = [
  paragraph('Ride <strong>slowly</strong> at night.'),
  '<!-- wp:image {"id":7} -->\n<figure class="wp-block-image"><img src="/lane.jpg" alt="A dark lane"/><figcaption class="wp-element-caption">The lane at ten</figcaption></figure>\n<!-- /wp:image -->',
  '<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody><tr><td>Lamp</td><td>500</td><td>€49</td></tr></tbody></table></figure>\n<!-- /wp:table -->',
  '<!-- wp:gallery {"ids":[7]} -->\n<figure class="wp-block-gallery"><img src="/lane.jpg" alt=""/></figure>\n<!-- /wp:gallery -->',
  '<!-- wp:shortcode -->\n[contact-form id="4"]\n<!-- /wp:shortcode -->',
  paragraph('And see you there.'),
].join('\n\n');

test('a version published before it is complete has every block of its source, and shows what is left', async () => {
  const { page } = app;
  const { id } = await make({ title: 'Lanes', content: RICH, lang: 'en' });
  await open(`post/${id}?lang=fr`);
  await expect.poll(focused).toBe('Title, French');
  await page.keyboard.type('Chemins');
  const last = text('Paragraph, French').last();
  await expect.poll(() => last.textContent()).toBe('And see you there.');
  await page.getByText('Shows the English text').last().waitFor();
  // By mouse, into the middle of the words of the source: what is typed takes their place.
  await last.click();
  await page.keyboard.type('À bientôt.');
  await page.keyboard.press('Control+Enter');
  // A paragraph, the words of the picture and one cell; the numbers of the table are none.
  const dialog = page.getByRole('dialog', { name: '4 parts of the French text are left' });
  await dialog.getByRole('radio', { name: 'Go to the first one' }).and(page.locator(':focus')).waitFor();
  // Pressed twice, the keys of Finish have published nothing: they lead to what is left.
  await page.keyboard.press('Control+Enter');
  await expect.poll(focused).toBe('Paragraph, French');
  expect(await last.evaluate((box) => box === document.activeElement)).toBe(false);
  // While it closes, keys are still its own.
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('radio', { name: 'Publish as partial' }).click();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Publish as partial' }).click();
  const made = Number(/post\/(\d+)/.exec(page.url())?.[1]);
  await expect.poll(async () => (await post(made)).status).toBe('publish');
  expect((await post(made)).content.raw).toBe(RICH.replace('And see you there.', 'À bientôt.'));
  await expect.poll(() => page.url()).not.toContain(`post/${made}`);
  // Opened again it knows them still, also a text of a single word.
  await open(`post/${made}`);
  await page.getByRole('heading', { name: 'Lanes' }).waitFor();
  await expect.poll(() => page.getByText('Not translated').count()).toBe(4);
  await text(/^Table cell, row 1, column 1/).click();
  await page.keyboard.press('Alt+k');
  await expect.poll(() => page.getByText('Not translated').count()).toBe(3);
});

test('marks that a text lost are put back around chosen words, by mouse, or left out', async () => {
  const { page } = app;
  const source = await make({
    title: 'Marks',
    content: paragraph('A <strong>loud</strong> <em>bell</em>'),
    lang: 'en',
  });
  const content = paragraph('Une <strong>forte</strong> <em>cloche</em>');
  const { id } = await make({ title: 'Marques', content, lang: 'fr', translations: { en: source.id } });
  await open(`post/${id}`);
  await expect.poll(() => text('Title, French').textContent()).toBe('Marques');
  const box = text('Paragraph, French');
  await box.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Une sonnette');
  await page.getByText('2 marks of this text are missing').waitFor();
  // Finish says why it does not, and goes there.
  await text('Title, French').focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Not finished: Paragraph lacks 2 marks.').waitFor();
  await expect.poll(focused).toBe('Paragraph, French');
  await box.dblclick({ position: { x: 60, y: 10 } });
  await button(/<strong>/).click();
  await expect.poll(() => box.locator('[data-name="strong"]').textContent()).toBe('sonnette');
  await button('Leave out').click();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(id)).content.raw).toBe(paragraph('Une <strong>sonnette</strong>'));
});

test('a text saved before it is complete stays to be updated, with a message about the save', async () => {
  const { page } = app;
  const body = (lumens: number, metres: number) =>
    [paragraph(`Use ${lumens} lumens.`), paragraph(`See ${metres} metres.`)].join('\n\n');
  const source = await make({ title: 'Beams', content: body(300, 50), lang: 'en' });
  const { id } = await make({
    title: 'Faisceaux',
    content: body(300, 50),
    lang: 'fr',
    translations: { en: source.id },
  });
  await app.api('POST', `/wp/v2/posts/${source.id}`, { content: body(400, 60) });
  await open(`post/${id}`);
  await page.getByRole('heading', { name: 'Beams' }).waitFor();
  await expect.poll(focused).toBe('Paragraph, French');
  await page.keyboard.press('Alt+a');
  await page.keyboard.press('Control+s');
  // The word "saved" of a test before may still stand there: what is stored tells.
  await expect.poll(async () => (await post(id)).content.raw).toBe(body(400, 50));
  await expect.poll(() => stateOf(id)).toBe('needs_update');
  await page.reload();
  await expect.poll(focused).toBe('Paragraph, French');
  await expect.poll(() => page.getByText('Source changed').count()).toBe(1);
});

test('nothing that was written is lost: the text comes back after the page was closed', async () => {
  const { page } = app;
  const { target } = await makeStale('Chains');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Chains' }).waitFor();
  await text('Title, French').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' graissées');
  await page.getByText(/Draft saved/).waitFor();
  await expect.poll(() => app.text(`/polydesk/v1/drafts/post/${target}`)).toContain('graissées');
  expect((await post(target)).title.raw).toBe('Chains fr');
  await page.reload();
  await page.getByText(/came back/).waitFor();
  await expect.poll(() => text('Title, French').textContent()).toBe('Chains fr graissées');
  await button('Discard it').click();
  await expect.poll(() => text('Title, French').textContent()).toBe('Chains fr');
});

test('changes by another program appear immediately, and never overwrite edits', async () => {
  const { page } = app;
  const { target } = await makeStale('Saddles');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Saddles' }).waitFor();
  await app.api('POST', `/wp/v2/posts/${target}`, { title: 'Selles' });
  await expect.poll(() => text('Title, French').textContent()).toBe('Selles');
  await text('Title, French').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' en cuir');
  await app.api('POST', `/wp/v2/posts/${target}`, { title: 'Autre' });
  await page.getByText(/^Changed outside this window/).waitFor();
  expect(await text('Title, French').textContent()).toBe('Selles en cuir');
  await button('Keep mine').click();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(target)).title.raw).toBe('Selles en cuir');
});

test('a conflict is found again after a reload, is never saved over, and is settled field by field', async () => {
  const { page } = app;
  const { target } = await makeStale('Racks');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Racks' }).waitFor();
  await text('Title, French').fill('Porte-bagages');
  await text('Excerpt, French').fill('Mon extrait');
  await page.getByText(/Draft saved/).waitFor();
  await expect.poll(() => app.text(`/polydesk/v1/drafts/post/${target}`)).toContain('Mon extrait');
  await page.goto('about:blank');
  await app.api('POST', `/wp/v2/posts/${target}`, { title: 'Autre', excerpt: 'Autre extrait' });
  await page.goBack();
  await page.getByText(/^Changed outside this window/).waitFor();
  expect(await text('Title, French').textContent()).toBe('Porte-bagages');
  // Saving it writes over nothing, and asks.
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Changed here and elsewhere' });
  await dialog.waitFor();
  expect((await post(target)).title.raw).toBe('Autre');
  expect(await seriousFaults(page)).toEqual([]);
  await dialog
    .getByRole('radiogroup', { name: /Excerpt/ })
    .getByText('Stored')
    .click();
  await dialog.getByRole('button', { name: 'Use these' }).click();
  await expect.poll(() => text('Excerpt, French').textContent()).toBe('Autre extrait');
  expect(await text('Title, French').textContent()).toBe('Porte-bagages');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(target)).title.raw).toBe('Porte-bagages');
  expect(await app.text(`/wp/v2/posts/${target}?context=edit`)).toContain('"raw":"Autre extrait"');
});

/** Deletes it as another program does; the answer takes that back. */
async function remove(id: number): Promise<() => Promise<unknown>> {
  await app.api('DELETE', `/wp/v2/posts/${id}?force=true`);
  const [entry] = await app.api<{ id: number }[]>('GET', '/polydesk/v1/history?limit=1');
  return () => app.api('POST', `/polydesk/v1/history/${entry?.id}/undo`, {});
}

test('deleted while it is edited: once restored the message is gone, and the text is autosaved again', async () => {
  const { page } = app;
  const { target } = await makeStale('Pumps');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Pumps' }).waitFor();
  await text('Title, French').fill('Pompes');
  await page.getByText(/Draft saved/).waitFor();
  const restore = await remove(target);
  const gone = page.getByText('The item was deleted');
  await gone.waitFor();
  await restore();
  await gone.waitFor({ state: 'detached' });
  expect(await text('Title, French').textContent()).toBe('Pompes');
  await expect.poll(() => app.text(`/polydesk/v1/drafts/post/${target}`)).toContain('Pompes');
});

test('its source deleted while it is written: the text stays, alone, until the source is back', async () => {
  const { page } = app;
  const { source, target } = await makeStale('Horns');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Horns' }).waitFor();
  await text('Title, French').fill('Klaxons');
  const said = page.getByText('lumens is enough');
  await said.waitFor();
  const restore = await remove(source);
  await said.waitFor({ state: 'detached' });
  expect(await page.getByText('The item was deleted').count()).toBe(0);
  expect(await text('Title, French').textContent()).toBe('Klaxons');
  await restore();
  await said.waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(target)).title.raw).toBe('Klaxons');
});

test('hostile content runs nothing, in the rows, the HTML and the preview; the HTML view always wins', async () => {
  const { page } = app;
  const bad = '<img src=x onerror="top.hit=1"><script>top.hit=1</script><svg onload="top.hit=1"></svg>';
  const source = await make({ title: `Bad ${bad}`, content: paragraph(`Hello ${bad} there`), lang: 'en' });
  const content = paragraph(`Bonjour ${bad}`);
  const { id } = await make({ title: 'Mauvais', content, lang: 'fr', translations: { en: source.id } });
  await open(`post/${id}`);
  await expect.poll(() => text('Title, French').textContent()).toBe('Mauvais');
  await page.getByRole('radio', { name: 'Preview' }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Mauvais' }).waitFor();
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
  await page.getByRole('radio', { name: 'HTML' }).click();
  const box = text('Content as HTML');
  await expect.poll(() => box.inputValue()).toBe(content);
  await box.fill(paragraph('Tout autre chose'));
  await page.getByRole('radio', { name: 'Blocks' }).click();
  await expect.poll(() => text('Paragraph, French').textContent()).toBe('Tout autre chose');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(id)).content.raw).toBe(paragraph('Tout autre chose'));
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  // What the frame refused to do, and nothing of the page around it.
  const refused = app.faults.splice(0);
  expect(refused.length).toBeGreaterThan(0);
  for (const fault of refused) expect(fault).toContain('/polydesk/previews/');
});

test('a term of the source is made in the language and set, by mouse', async () => {
  const tag = await app.api<{ id: number }>('POST', '/wp/v2/tags', { name: 'Night', lang: 'en' });
  const source = await make({ title: 'Terms', lang: 'en', tags: [tag.id] });
  const { id } = await make({ title: 'Termes', lang: 'fr', translations: { en: source.id } });
  await open(`post/${id}`);
  await app.page.getByRole('tab', { name: 'Item' }).click();
  await button('Create the translation of Night').click();
  await expect.poll(async () => (await post(id)).tags).toHaveLength(1);
});

test('Escape leaves the text, then the editor', async () => {
  const { page } = app;
  const { target } = await makeStale('Pumps');
  await page.evaluate(() => void (location.hash = '#/posts'));
  await page.getByRole('grid').waitFor();
  await open(`post/${target}`);
  await expect.poll(focused).toBe('Paragraph, French');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Paragraph');
  await page.keyboard.press('Escape');
  await page.getByRole('grid').waitFor();
});
