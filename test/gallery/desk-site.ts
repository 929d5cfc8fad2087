// A site for the pictures of the translator's desk: an article with a picture and a table, translated in part, with matches in
// the memory and terms in the glossary.
import { setTimeout } from 'node:timers/promises';
import { block, drawing, fillSite, items, paragraph, type Ask } from './site.ts';

type Words = Record<string, string>;

/** Texts of the article, in English. */
const en = {
  title: 'Night riding, made safe',
  excerpt: 'Lights and habits for {rider_count} riders after dark.',
  heading: 'Be seen first',
  light:
    'A steady front light of 400 lumens is enough for lit streets. For unlit lanes, use <strong>800 lumens</strong> or more and aim the beam slightly down.',
  alt: 'A rider with a front light on a dark lane',
  caption: 'The lane to Saint-Jean at 22:40',
  junctions:
    'Night riding is quiet, fast and, with the right lights, safe. <strong>Most crashes after dark happen at junctions</strong>, so plan your route around them.',
  bands: 'Reflective ankle bands',
  rear: 'A red rear light, never flashing in groups',
  plan: 'Plan a route with fewer crossings. Two extra kilometres on a quiet road are worth it.',
  line: 'Ride in a line, leave two seconds to the rider ahead, and signal early.',
};
type Texts = typeof en;
const table = {
  en: [
    ['Light', 'Lumens', 'Battery', 'Price'],
    ['Lezyne Macro', '1,000', '4 hours', '€79'],
    ['Cateye AMPP', '500', '3 hours', '€49'],
    ['Busch &amp; Müller', '300', 'Dynamo', '€89'],
  ],
  fr: [
    ['Éclairage', 'Lumens', 'Autonomie', 'Prix'],
    ['Lezyne Macro', '1 000', '4 hours', '79 €'],
    ['Cateye AMPP', '500', '3 hours', '€49'],
    ['Busch &amp; Müller', '300', 'Dynamo', '€89'],
  ],
  ar: [
    ['المصباح', 'لومن', 'البطارية', 'السعر'],
    ['Lezyne Macro', '1,000', '4 ساعات', '79 €'],
    ['Cateye AMPP', '500', '3 ساعات', '49 €'],
    ['Busch &amp; Müller', '300', 'دينامو', '€89'],
  ],
};
const fr: Texts = {
  ...en,
  title: 'Rouler de nuit en sécurité',
  heading: 'Être vu avant tout',
  alt: 'Cycliste avec un éclairage avant sur une route sombre',
  bands: 'Bandes réfléchissantes aux chevilles',
  rear: 'Un phare arrière rouge, jamais clignotant en groupe',
  plan: 'Préparez un itinéraire avec moins de carrefours. Deux kilomètres de plus sur une route calme en valent la peine.',
};
const de: Texts = {
  ...en,
  title: 'Nachts sicher fahren',
  excerpt: 'Lichter und Gewohnheiten für Radfahrer nach Einbruch der Dunkelheit.',
  heading: 'Zuerst gesehen werden',
  light:
    'Ein Frontlicht mit 400 Lumen reicht für beleuchtete Straßen. Auf unbeleuchteten Wegen nimm <strong>80 Lumen</strong> oder mehr und richte den Strahl leicht nach unten.',
  alt: '',
  caption: 'Der Weg nach Saint-Jean um 22:40',
  junctions:
    'Nachts zu fahren ist ruhig, schnell und mit dem richtigen Licht sicher. <strong>Die meisten Unfälle im Dunkeln geschehen an Kreuzungen</strong>, plane also einen Weg um sie herum.',
  bands: 'Reflektierende Bänder am Knöchel',
  rear: 'Ein rotes Hecklicht, in Gruppen nie blinkend',
};
const ar: Texts = {
  title: 'القيادة الليلية بأمان',
  excerpt: 'أضواء وعادات لأجل {rider_count} من الدراجين بعد الظلام.',
  heading: 'كن مرئيًا أولًا',
  light:
    'يكفي مصباح أمامي ثابت بقوة 400 لومن للشوارع المضاءة. أما في الطرق غير المضاءة فاستخدم <strong>800 لومن</strong> أو أكثر ووجّه الضوء قليلًا إلى الأسفل.',
  alt: 'راكب دراجة بمصباح أمامي على طريق مظلم',
  caption: 'الطريق إلى سان جان عند 22:40',
  junctions:
    'القيادة ليلًا هادئة وسريعة، وآمنة مع الأضواء المناسبة. <strong>تقع معظم الحوادث بعد الظلام عند التقاطعات</strong>، فخطّط لطريقك بعيدًا عنها.',
  bands: 'أربطة كاحل عاكسة',
  rear: 'ضوء خلفي أحمر، لا يومض في المجموعات',
  plan: 'خطّط لطريق فيه تقاطعات أقل. كيلومتران إضافيان على طريق هادئ يستحقان ذلك.',
  line: 'سيروا في صف، واتركوا ثانيتين عن الدراج الذي أمامكم، وأشيروا مبكرًا.',
};

/** Pairs that other articles have taught the memory. */
const known: { title: Words; text: Words }[] = [
  {
    title: { en: 'Choosing a front light', fr: 'Choisir un éclairage avant', ar: 'اختيار مصباح أمامي' },
    text: {
      en: 'A steady front light of 300 lumens is enough for lit streets. For dark lanes, use 800 lumens or more and aim the beam down.',
      fr: 'Un éclairage avant fixe de 300 lumens suffit dans les rues éclairées. Sur les routes sombres, comptez 800 lumens ou plus et dirigez le faisceau vers le bas.',
      ar: 'يكفي مصباح أمامي ثابت بقوة 300 لومن للشوارع المضاءة. أما في الطرق المظلمة فاستخدم 800 لومن أو أكثر ووجّه الضوء إلى الأسفل.',
    },
  },
  {
    title: { en: 'Lights and the law', fr: 'Les éclairages et la loi', ar: 'الأضواء والقانون' },
    text: {
      en: 'A steady rear light of 50 lumens is enough in lit streets.',
      fr: 'Un feu arrière fixe de 50 lumens suffit dans les rues éclairées.',
      ar: 'يكفي ضوء خلفي ثابت بقوة 50 لومن في الشوارع المضاءة.',
    },
  },
  {
    title: { en: 'Lanes without lamps', fr: 'Routes sans lampadaires', ar: 'طرق بلا مصابيح' },
    text: {
      en: 'On unlit lanes, use 800 lumens or more and tilt the beam slightly down.',
      fr: 'Sur les routes non éclairées, comptez 800 lumens ou plus et inclinez légèrement le faisceau.',
      ar: 'في الطرق غير المضاءة استخدم 800 لومن أو أكثر وأمِل الضوء قليلًا.',
    },
  },
];

const word = (lang: string, text: string, status = 'preferred') => ({ lang, text, status });
const terms = [
  { words: [word('en', 'front light'), word('fr', 'éclairage avant'), word('ar', 'مصباح أمامي')] },
  { words: [word('en', 'beam'), word('fr', 'faisceau'), word('ar', 'الضوء')] },
  { words: [word('en', 'lumen')], keep: true, definition: 'Unit. Never translated.' },
  { words: [word('en', 'junction'), word('fr', 'carrefour')] },
  {
    definition: 'Red lamp at the back of the bike.',
    words: [
      word('en', 'rear light'),
      word('fr', 'feu arrière'),
      word('fr', 'éclairage arrière', 'admitted'),
      word('fr', 'phare arrière', 'forbidden'),
    ],
  },
];

/** Fills an empty site with the sample of the gallery and what a translator works with. */
export async function fillDesk(ask: Ask): Promise<void> {
  await fillSite(ask);
  for (const term of terms) await ask('POST', '/polydesk/v1/glossary', term);
  const make = async (body: object) => (await ask<{ id: number }>('POST', '/wp/v2/posts', body)).id;
  for (const { title, text } of known) {
    const translations: Record<string, number> = {};
    for (const [lang, words] of Object.entries(title)) {
      const content = paragraph(text[lang] ?? '');
      translations[lang] = await make({ lang, title: words, content, status: 'publish', translations });
    }
  }
  const file = new File([drawing('#1B2A41', '#0C1821')], 'night-lane.svg', { type: 'image/svg+xml' });
  const picture = await ask<{ id: number; source_url: string }>('POST', '/wp/v2/media?lang=en', file);
  const article = (lang: keyof typeof table, texts: Texts) => ({
    ...{ lang, title: texts.title, excerpt: texts.excerpt, status: 'publish', date: '2026-10-05T09:00:00' },
    content: [
      block('heading', `<h2 class="wp-block-heading">${texts.heading}</h2>`),
      paragraph(texts.light),
      `<!-- wp:image {"id":${picture.id}} -->\n<figure class="wp-block-image"><img src="${picture.source_url}" alt="${texts.alt}" class="wp-image-${picture.id}"/><figcaption class="wp-element-caption">${texts.caption}</figcaption></figure>\n<!-- /wp:image -->`,
      tableOf(table[lang], lang === 'ar' ? 'الأسعار في أكتوبر 2026' : 'Prices in October 2026'),
      paragraph(texts.junctions),
      items(texts.bands, texts.rear),
      paragraph(texts.plan),
      paragraph(texts.line),
    ].join('\n\n'),
  });
  const source = await make(article('en', { ...en, light: en.light.replace('400', '300') }));
  await make({ ...article('ar', { ...ar, light: ar.light.replace('400', '300') }), translations: { en: source } });
  await ask('POST', `/wp/v2/posts/${source}`, article('en', en));
  const add = (lang: string) =>
    ask<{ id: number }>('POST', '/polydesk/v1/translations', { kind: 'post', id: source, lang, texts: 'source' });
  const french = await add('fr');
  await ask('POST', `/wp/v2/posts/${french.id}`, article('fr', fr));
  const german = await add('de');
  await ask('POST', `/wp/v2/posts/${german.id}`, { ...article('en', de), lang: 'de' });
  await untilLearned(ask);
}

const tableOf = ([head = [], ...rows]: string[][], caption: string): string => {
  const line = (cells: string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => line(cells, 'td')).join('');
  return block(
    'table',
    `<figure class="wp-block-table"><table><thead>${line(head, 'th')}</thead><tbody>${body}</tbody></table><figcaption class="wp-element-caption">${caption}</figcaption></figure>`,
  );
};

/** The memory learns what was written a moment later. */
async function untilLearned(ask: Ask): Promise<void> {
  const state = await ask<{ is_current: boolean; waiting: number }>('GET', '/polydesk/v1/memory');
  if (state.is_current && state.waiting === 0) return;
  await setTimeout(200);
  await untilLearned(ask);
}
