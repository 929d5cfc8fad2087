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
  for (const token of tokens) await ask('POST', '/polydesk/v1/tokens', token);
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
