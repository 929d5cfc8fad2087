// The site of the gallery: a small magazine about cycling in six languages, created through the API as by any client.

/** Writes as an administrator and answers the body; a refusal is thrown. */
export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const languages = [
  { locale: 'en_US' },
  { locale: 'fr_FR' },
  { locale: 'de_DE' },
  { locale: 'ar' },
  { locale: 'ja' },
  { locale: 'pt_PT', active: false },
];

/** One row a story: its title in some of the languages. */
const stories: Record<string, string>[] = [
  {
    en: 'Riding at night',
    fr: 'Rouler de nuit',
    de: 'Fahren bei Nacht',
    ar: 'ركوب الدراجة ليلاً',
    ja: '夜のサイクリング',
  },
  { en: 'The climb to Galibier', fr: 'La montée du Galibier', de: 'Der Anstieg zum Galibier' },
  {
    en: 'Bags that stay dry',
    fr: 'Des sacs qui restent secs',
    de: 'Taschen, die trocken bleiben',
    ja: '濡れないバッグ',
  },
  { en: 'A chain that lasts', fr: 'Une chaîne qui dure' },
  { en: 'Along the Loire', fr: 'Le long de la Loire', de: 'An der Loire entlang', ar: 'على طول نهر اللوار' },
  { en: 'Brakes for heavy loads', de: 'Bremsen für schwere Lasten' },
  { en: 'Trains that take bicycles', fr: 'Les trains qui prennent les vélos' },
  { en: 'Winter tyres, measured' },
];
const pages: Record<string, string>[] = [
  { en: 'Home', fr: 'Accueil', de: 'Startseite', ar: 'الرئيسية', ja: 'ホーム' },
  { en: 'About us', fr: 'À propos', de: 'Über uns' },
];
const topics: Record<string, string>[] = [
  { en: 'Routes', fr: 'Itinéraires', de: 'Strecken', ar: 'مسارات', ja: 'ルート' },
  { en: 'Workshop', fr: 'Atelier', de: 'Werkstatt' },
];
const tokens = [
  { name: 'deploy script', role: 'editor' },
  { name: 'reading app', role: 'subscriber' },
];

/** Fills an empty site. */
export async function fillSite(ask: Ask): Promise<void> {
  await ask('POST', '/wp/v2/settings', {
    title: 'Vélo Atlas',
    description: 'Slow travel by bicycle',
    url: 'https://veloatlas.example',
    permalink_structure: '/%year%/%postname%/',
  });
  for (const [term_group, { locale, active = true }] of languages.entries()) {
    const { term_id } = await ask<{ term_id: number }>('POST', '/pll/v1/languages', { locale, term_group });
    if (!active) await ask('PATCH', `/polydesk/v1/languages/${term_id}`, { active });
  }
  for (const topic of topics) await addGroup(ask, '/wp/v2/categories', topic, (name) => ({ name }));
  const publish = (title: string) => ({ title, content: `<p>${title}</p>`, status: 'publish' });
  for (const page of pages) await addGroup(ask, '/wp/v2/pages', page, publish);
  for (const story of stories) await addGroup(ask, '/wp/v2/posts', story, publish);
  await addArticle(ask);
  await ask('POST', '/pll/v1/settings', { media_support: true });
  await addMedia(ask);
  for (const token of tokens) await ask('POST', '/polydesk/v1/tokens', token);
}

export const block = (name: string, html: string): string => `<!-- wp:${name} -->\n${html}\n<!-- /wp:${name} -->`;
export const paragraph = (text: string): string => block('paragraph', `<p>${text}</p>`);
export const items = (...texts: string[]): string =>
  block(
    'list',
    `<ul class="wp-block-list">${texts.map((text) => block('list-item', `<li>${text}</li>`)).join('\n\n')}</ul>`,
  );

/** The article of the editor: its source changed since it was translated, and has grown. */
async function addArticle(ask: Ask): Promise<void> {
  const make = async (path: string, body: object) => (await ask<{ id: number }>('POST', path, body)).id;
  const safety = await make('/wp/v2/categories', { name: 'Safety', lang: 'en' });
  const safetyAr = await make('/wp/v2/categories', { name: 'السلامة', lang: 'ar', translations: { en: safety } });
  const lights = await make('/wp/v2/tags', { name: 'Lights', lang: 'en' });
  const lightsAr = await make('/wp/v2/tags', { name: 'أضواء', lang: 'ar', translations: { en: lights } });
  const night = await make('/wp/v2/tags', { name: 'Night', lang: 'en' });
  const text = (lumens: number) =>
    [
      block('heading', '<h2 class="wp-block-heading">Be seen first</h2>'),
      paragraph(
        `A steady front light of ${lumens} lumens is enough for lit streets. For unlit lanes, use 800 lumens or more and aim the beam slightly down.`,
      ),
      items('Reflective ankle bands', 'A red rear light, never flashing in groups'),
      paragraph(
        'Plan a route with <strong>fewer crossings</strong>. Two extra kilometres on a <a href="https://veloatlas.example/quiet/">quiet road</a> are worth it.',
      ),
      block('separator', '<hr class="wp-block-separator"/>'),
    ].join('\n\n');
  const shared = { status: 'publish', date: '2026-10-04T09:00:00' };
  const en = await make('/wp/v2/posts', {
    ...shared,
    lang: 'en',
    title: 'Night riding, safely',
    excerpt: 'Lights, reflectors and habits that keep you visible after dark.',
    content: text(300),
    categories: [safety],
    tags: [lights, night],
  });
  const content = [
    block('heading', '<h2 class="wp-block-heading">كن مرئيًا أولًا</h2>'),
    paragraph(
      'يكفي مصباح أمامي ثابت بقوة 300 لومن للشوارع المضاءة. أما في الطرق غير المضاءة فاستخدم 800 لومن أو أكثر ووجّه الضوء قليلًا إلى الأسفل.',
    ),
    items('أربطة كاحل عاكسة', 'ضوء خلفي أحمر، لا يومض عند الركوب الجماعي'),
  ].join('\n\n');
  await make('/wp/v2/posts', {
    ...shared,
    content,
    lang: 'ar',
    title: 'القيادة الليلية بأمان',
    slug: 'القيادة-الليلية-بأمان',
    excerpt: 'الأضواء والعواكس والعادات التي تُبقيك مرئيًا بعد حلول الظلام.',
    categories: [safetyAr],
    tags: [lightsAr],
    translations: { en },
  });
  await ask('POST', `/wp/v2/posts/${en}`, { content: text(400) });
}

/** One row a picture: its name, the colours of sky and hills, its alternative text in some of the languages. */
const pictures: [name: string, sky: string, hills: string, texts: Record<string, string>][] = [
  ['harbour', '#E7C98B', '#6B5634', { en: '' }],
  ['gear-ratios', '#A9CFE0', '#24536B', { en: 'A table of gears', fr: 'Un tableau', de: 'Eine Tabelle', ja: '表' }],
  ['cobbles', '#D9A5A0', '#5B4A63', { fr: 'Des pavés', en: 'Cobbles', de: 'Pflaster' }],
  ['map-legend', '#D8D3A5', '#7A8F5A', { en: 'The signs of the map', fr: 'La légende' }],
  ['pannier', '#E0A458', '#33415C', { en: 'A bag at the wheel', fr: 'Une sacoche', ja: '自転車バッグ' }],
  ['kyoto-lane', '#8FC1B5', '#2F6F73', { ja: '京都の小道', en: 'A lane in Kyoto' }],
  ['canal-lock', '#A9CFE0', '#24536B', { fr: 'Une écluse', en: 'A lock' }],
  ['alps-pass', '#E0A458', '#33415C', { en: 'A pass', fr: 'Un col', de: 'Ein Pass', ar: 'ممر جبلي', ja: '峠' }],
  [
    'front-light',
    '#8FC1B5',
    '#2F6F73',
    { en: 'A front light on a handlebar', fr: 'Un phare', de: 'Ein Licht', ar: 'ضوء أمامي مثبت على مقود الدراجة' },
  ],
];

export const drawing = (sky: string, hills: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000" viewBox="0 0 160 100"><rect width="160" height="100" fill="${sky}"/><circle cx="40" cy="26" r="11" fill="#fff" opacity=".55"/><path d="M0 70 L40 38 L70 58 L110 24 L160 70 L160 100 L0 100Z" fill="${hills}"/></svg>`;

/** Drawings for the screen of media; the caption of the last changed after its translations were made. */
async function addMedia(ask: Ask): Promise<void> {
  const posts = await ask<{ id: number }[]>('GET', '/wp/v2/posts?search=riding&_fields=id');
  for (const [name, sky, hills, texts] of pictures) {
    const file = new File([drawing(sky, hills)], `${name}.svg`, { type: 'image/svg+xml' });
    const [[lang, alt_text] = ['en', ''], ...others] = Object.entries(texts);
    const { id } = await ask<{ id: number }>('POST', `/wp/v2/media?lang=${lang}`, file);
    await ask('POST', `/wp/v2/media/${id}`, { alt_text, caption: `${name}, drawn` });
    for (const [code, alt] of others) {
      const made = await ask<{ id: number }>('POST', '/polydesk/v1/translations', { kind: 'post', id, lang: code });
      await ask('POST', `/wp/v2/media/${made.id}`, { alt_text: alt });
    }
    if (name !== 'front-light') continue;
    await ask('POST', `/wp/v2/media/${id}`, { caption: 'Aimed at the road' });
    for (const post of posts.slice(0, 2)) await ask('POST', `/wp/v2/posts/${post.id}`, { featured_media: id });
  }
}

/** One item a language, linked with those before it. */
async function addGroup(
  ask: Ask,
  path: string,
  names: Record<string, string>,
  make: (name: string) => object,
): Promise<void> {
  const translations: Record<string, number> = {};
  for (const [lang, name] of Object.entries(names)) {
    const { id } = await ask<{ id: number }>('POST', path, { ...make(name), lang, translations });
    translations[lang] = id;
  }
}
