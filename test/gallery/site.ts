// The site of the pictures: a small magazine about cycling in six languages, made through the API as any client would.

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
  for (const token of tokens) await ask('POST', '/polydesk/v1/tokens', token);
}

const block = (name: string, html: string): string => `<!-- wp:${name} -->\n${html}\n<!-- /wp:${name} -->`;
const paragraph = (text: string): string => block('paragraph', `<p>${text}</p>`);
const items = (...texts: string[]): string =>
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
