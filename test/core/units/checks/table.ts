// What each check must find, and what it must leave alone: texts as people translated them.
export interface Case {
  to: string;
  source: string;
  target: string;
  /** The target after the fix. */
  fixed?: string;
}

const c = (to: string, source: string, target: string, fixed?: string): Case => ({
  ...{ to, source, target },
  ...(fixed !== undefined && { fixed }),
});

/** By the name of the check. */
export const TABLE: Record<string, { finds: Case[]; leaves: Case[] }> = {
  marks: {
    finds: [
      c('fr', 'A <g id="0">b</g>', 'A b'),
      c('de', 'A <x id="0"/>', 'A'),
      c('ko', '<n id="0">a.style</n> A', 'a.style 가'),
      c('ja', '<g id="0">A</g> b', '<g id="0">あ い'),
    ],
    leaves: [
      c('fr', 'A <g id="0">b</g>', '<g id="0">B</g> a'),
      c('ar', '<x id="0"/> A', 'ا <x id="0"/>'),
      c('th', 'A <n id="0">npm</n>', 'ก <n id="0">npm</n>'),
      c('ja', 'Create <n id="0">a.js</n> in <n id="1">src</n>', '<n id="0">src</n> に <n id="1">a.js</n> を作る'),
      c('ko', '<g id="0">A</g> <n id="1">b</n>', '<n id="0">b</n> <g id="1">가</g>'),
      c('fr', 'A <g id="1">b</g>', 'A <g id="0">b</g>'),
      c('pt', 'The status', 'O <g id="0">status</g>'),
      c('de', 'Press <n id="0">Ctrl + C</n>', 'Drücke <n id="0">Strg + C</n>'),
    ],
  },
  placeholders: {
    finds: [c('fr', 'Hello {name}', 'Bonjour'), c('de', '%s files', 'Dateien'), c('ja', 'Page %1$d', 'ページ %2$d')],
    leaves: [
      c('fr', '50% discount', '50 % de remise'),
      c('de', 'Hello {name}', 'Hallo {name}'),
      c('ar', '20% sure', 'متأكد 20%'),
      c('es', '100 % de la', '100% de la'),
      c('zh', 'Use <n id="0">{name}</n>', '使用'),
    ],
  },
  shortcode: {
    finds: [c('fr', 'Form [my_form]', 'Formulaire'), c('de', '[b]Hi[/b]', 'Hallo'), c('ja', '[map zoom="3"]', '地図')],
    leaves: [
      c('fr', 'He said [sic]', 'Il a dit [sic]'),
      c('de', 'See [1]', 'Siehe'),
      c('es', 'Text [note]', 'Texto [nota]'),
      c('bn', 'Role-Based Access', 'রোল-বেসড [Role-Based Access]'),
      c('ar', 'Form [my_form]', 'نموذج [my_form]'),
    ],
  },
  begin_space: {
    finds: [
      c('fr', 'Hello', ' Bonjour', 'Bonjour'),
      c('de', ' Hi', 'Hallo', ' Hallo'),
      c('ar', 'Hi', ' مرحبا', 'مرحبا'),
    ],
    leaves: [
      c('fr', ' Hi', ' Salut'),
      c('ja', ' Hi', 'やあ'),
      c('es', 'Hi', 'Hola'),
      c('fr', '<x id="0"/>: a', '<x id="0"/> : un'),
    ],
  },
  end_space: {
    finds: [
      c('fr', 'Hello', 'Bonjour ', 'Bonjour'),
      c('ru', 'Hi ', 'Привет', 'Привет '),
      c('el', 'Hi', 'Γεια ', 'Γεια'),
    ],
    leaves: [c('th', 'Hi', 'สวัสดี '), c('de', 'Hi', 'Hallo'), c('zh', 'Hi ', '你好')],
  },
  double_space: {
    finds: [
      c('fr', 'A b', 'A  b', 'A b'),
      c('de', 'One two', 'Eins  zwei', 'Eins zwei'),
      c('ru', 'A b', 'А  б', 'А б'),
    ],
    leaves: [
      c('fr', 'A  b', 'A  b'),
      c('es', 'A b', 'A b'),
      c('ar', 'A b', 'ا ب'),
      c('ja', 'A b', 'あ'),
      c('zh', 'Check:<x id="0"/> all links', '检查：<x id="0"/>  所有链接'),
      c('fr', 'Run <n id="0">a b</n>', 'Lancez <n id="0">a  b</n>'),
    ],
  },
  'newline-count': {
    finds: [c('fr', 'A<x id="n"/>b', 'A b'), c('de', 'A', 'A<x id="n"/>b'), c('ja', 'A<x id="n"/>b', 'あ')],
    leaves: [c('fr', 'A<x id="n"/>b', 'A<x id="n"/>b'), c('ar', 'A b', 'ا ب'), c('ru', 'A', 'А')],
  },
  end_stop: {
    finds: [
      c('fr', 'Tools, etc. are here.', 'Les outils, etc. sont ici'),
      c('fr', 'It rains.', 'Il pleut'),
      c('ja', 'It rains.', '雨です'),
      c('ru', 'Rain', 'Дождь.'),
      c('hi', 'Rain.', 'बारिश'),
      c('ko', 'It rains.', '비가 옵니다'),
    ],
    leaves: [
      c('ja', 'It rains.', '雨です。'),
      c('hi', 'It rains.', 'बारिश हो रही है।'),
      c('th', 'It rains.', 'ฝนตก'),
      c('fr', 'He said “go.”', 'Il a dit « va. »'),
      c('de', 'It rains.', 'Es regnet!'.replace('!', '.')),
      c('ur', 'It rains.', 'بارش ہے۔'),
      c('ja', 'A tool for logs.', 'ログのためのツール'),
      c('ko', 'Renders components to HTML.', '컴포넌트를 HTML로 렌더링하는 모듈'),
      c('ko', 'Try it on your machine.', '사용해 보세요!'),
      c('zh', 'Click on Settings.', '点击设置；'),
      c('de', 'Update the tag below.', 'Aktualisiere den Tag so:'),
      c('fr', 'If you can, please open an issue', 'Si possible, ouvrez un ticket.'),
      c('hy', 'It rains.', 'Անձրև է գալիս:'),
      c('ru', 'Define a type (is it text?).', 'Задайте тип (это текст?).'),
      c('ja', 'Assets (fonts, icons, etc.)', 'アセット（フォント、アイコンなど）'),
      c('de', 'Fonts, icons, etc.', 'Schriften, Symbole usw.'),
      c('ru', 'Fonts, icons etc.', 'Шрифты и т. д.'),
    ],
  },
  end_colon: {
    finds: [c('fr', 'Note:', 'Note'), c('de', 'Note', 'Notiz:'), c('ja', 'Note:', '注意')],
    leaves: [
      c('fr', 'Note:', 'Note :'),
      c('zh', 'Note:', '注意：'),
      c('ar', 'Note:', 'ملاحظة:'),
      c('ja', 'Build the extension:', '拡張をビルドします。'),
      c('ko', 'Add the flag to your config:', '설정에 플래그를 추가하세요.'),
      c('zh', 'For example:', '例如。'),
      c('hy', 'Type this command:', 'Մուտքագրեք այս հրամանը.'),
    ],
  },
  end_question: {
    finds: [c('fr', 'Why?', 'Pourquoi'), c('es', 'Why?', '¿Por qué'), c('ja', 'Why?', 'なぜ')],
    leaves: [
      c('el', 'Why?', 'Γιατί;'),
      c('ar', 'Why?', 'لماذا؟'),
      c('ja', 'Why?', 'なぜ？'),
      c('fr', 'Why?', 'Pourquoi ?'),
      c('ja', 'What can it do?', '何ができるのでしょうか。'),
      c('ja', 'What’s next?', '次のステップ'),
      c('es', 'How it helps', '¿Cómo ayuda?'),
      c('hy', 'What is it?', 'Ի՞նչ է դա:'),
      c('ru', 'Say its type (is it a number?)', 'Укажите тип (это число?).'),
    ],
  },
  end_exclamation: {
    finds: [c('fr', 'Go!', 'Allez'), c('de', 'Go!', 'Los'), c('ja', 'Go!', '行け')],
    leaves: [c('zh', 'Go!', '走！'), c('fr', 'Go!', 'Allez !'), c('es', 'Go!', '¡Vamos!')],
  },
  end_ellipsis: {
    finds: [c('fr', 'Wait…', 'Attendez'), c('de', 'Wait…', 'Warte.'), c('ru', 'Wait...', 'Жди')],
    leaves: [
      c('fr', 'Wait…', 'Attendez…'),
      c('de', 'Wait...', 'Warte…'),
      c('ja', 'Wait…', '待って…'),
      c('ja', 'Which is…', 'どれでしょうか。'),
    ],
  },
  end_semicolon: {
    finds: [c('fr', 'One;', 'Un'), c('de', 'One;', 'Eins'), c('ru', 'One;', 'Один')],
    leaves: [
      c('ar', 'One;', 'واحد؛'),
      c('zh', 'One;', '一；'),
      c('fr', 'One;', 'Un ;'),
      c('ja', 'Pick one;', '一つ選ぶ'),
    ],
  },
  punctuation_spacing: {
    finds: [
      c('fr', 'Why?', 'Pourquoi?', 'Pourquoi\u202f?'),
      c('fr_FR', 'Note: a', 'Avis: a', 'Avis\u00a0: a'),
      c('fr-CA', 'Note: a', 'Avis: a', 'Avis\u00a0: a'),
    ],
    leaves: [
      c('fr', 'Why?', 'Pourquoi ?'),
      c('fr_CA', 'Why?', 'Pourquoi?'),
      c('de', 'Why?', 'Warum?'),
      c('fr', 'At 12:30', 'À 12:30'),
      c('fr', 'See https://a.test/?b=1', 'Voir https://a.test/?b=1'),
      c('es', 'Note: a', 'Nota: a'),
      c('fr', 'title: Results', 'title: Résultats'),
      c('fr', 'Type <n id="0">{a: b; c}</n>', 'Type <n id="0">{a: b; c}</n>'),
    ],
  },
  'zero-width-space': {
    finds: [c('fr', 'A', 'A\u200bb', 'Ab'), c('de', 'A', '\u200bA', 'A'), c('ar', 'A', 'ا\u200b', 'ا')],
    leaves: [c('th', 'A', 'ก\u200bข'), c('km', 'A', 'ក\u200bខ'), c('fr', 'A\u200bb', 'A\u200bb'), c('es', 'A', 'A')],
  },
  kashida: {
    finds: [c('ar', 'Book', 'كتـاب'), c('fa', 'Book', 'كتـاب'), c('ur', 'Book', 'كـتاب')],
    leaves: [c('ar', 'Book', 'كتاب'), c('ar', 'H', 'هـ'), c('fa', 'Book', 'کتاب')],
  },
  brackets: {
    finds: [c('fr', 'A (b)', 'A (b'), c('de', 'A [b]', 'A b]'), c('ja', 'A (b)', 'あ（い')],
    leaves: [
      c('ja', 'A (b)', 'あ（い）'),
      c('fr', 'a) one', 'a) un'),
      c('ar', 'A (b)', 'ا (ب)'),
      c('de', 'A (b)', 'A, b'),
    ],
  },
  quotes: {
    finds: [
      c('fr', 'Say “hi”', 'Dites "salut"', 'Dites «\u00a0salut\u00a0»'),
      c('de', 'Say “hi”', 'Sag "hallo"', 'Sag „hallo“'),
      c('ru', 'Say “hi”', 'Скажи "да"', 'Скажи «да»'),
    ],
    leaves: [c('fr', 'Say "hi"', 'Dites "salut"'), c('ja', 'Say “hi”', '「やあ」'), c('de', 'Say “hi”', 'Sag „hallo“')],
  },
  same: {
    finds: [
      c('fr', 'Read the whole story', 'Read the whole story'),
      c('ja', 'One two three', 'One two three'),
      c('de', 'A b c', 'A b c'),
    ],
    leaves: [
      c('fr', 'Polydesk Pro', 'Polydesk Pro'),
      c('en_GB', 'One two three', 'One two three'),
      c('es', 'A b c', 'A b d'),
    ],
  },
  duplicate: {
    finds: [
      c('fr', 'The cat', 'Le le chat'),
      c('de', 'The cat', 'Katze Katze hier'),
      c('ru', 'Cat here', 'кот кот'),
      c('es', 'The', 'el el'),
    ],
    leaves: [
      c('fr', 'You sit', 'Vous vous asseyez'),
      c('de', 'Those who', 'Die, die hier sind'),
      c('id', 'Children', 'anak anak'),
      c('fr', 'Bye bye', 'ciao ciao'),
      c('ja', 'Each', '人人'),
      c('th', 'Very', 'มากๆ'),
      c('bn', 'Often', 'ঘন ঘন'),
      c('ta', 'Again', 'மீண்டும் மீண்டும்'),
      c('sk', 'You noticed', 'Všimla si si'),
      c('ko', 'Then fill in the next fields', '그런 다음 다음 필드를 입력합니다'),
    ],
  },
  case_start: {
    finds: [c('fr', 'Brakes', 'freins'), c('de', 'Brakes', 'bremsen'), c('ru', 'Brakes', 'тормоза')],
    leaves: [
      c('ja', 'Brakes', 'ブレーキ'),
      c('fr', 'brakes', 'freins'),
      c('de', 'Phone', 'iPhone'),
      c('ar', 'Brakes', 'فرامل'),
      c('es', '12 Brakes', '12 Frenos'),
      c('ja', 'Upgrade to v2', 'v2へのアップグレード'),
      c('ko', 'Use the props', 'props를 사용합니다'),
      c('de', 'Add a new page', 'eine neue Seite hinzuzufügen'),
      c('de', 'Create your first page', 'deine erste Seite erstellen'),
    ],
  },
  numbers: {
    finds: [
      c('fr', 'In 2024', 'En 2023'),
      c('de', '1,500 m', '150 m'),
      c('ja', '42 items', '24個'),
      c('ar', 'Page 15', 'صفحة ١٦'),
      c('zh', 'By more than 90 vendors', '40 多个供应商'),
      c('ja', '300,000 users', '40万人'),
    ],
    leaves: [
      c('fr', '1,500.25', '1 500,25'),
      c('de', '1,500', '1.500'),
      c('ar', 'Page 15', 'صفحة ١٥'),
      c('hi', '2024', '२०२४'),
      c('fr', '3 cats', 'Trois chats'),
      c('de', 'At 3:30 pm', 'Um 15:30 Uhr'),
      c('es', 'See https://a.test/99', 'Ver aquí'),
      c('ja', '300,000 users and 10 million requests', '30万人、1,000万リクエスト'),
      c('ko', 'Data of 144 million users', '1억 4,400만 명의 데이터'),
      c('ru', 'About 1,000 requests', '1 тыс. запросов'),
      c('ja', 'Fifteen of them', 'そのうち15人'),
      c('ja', '14-hex-digit strings', '14桁の16進文字列'),
      c('zh', 'By over 40,000 projects', '超過40，000個專案'),
      c('es', 'Internationalization', 'i18n'),
      c('ja', 'At most 300 MB', '300 MB まで。300 MB を超えない'),
      c('zh', 'Port <n id="0">4321</n>', '端口 4321'),
    ],
  },
  emails: {
    finds: [c('fr', 'Write to a@b.test', 'Écrivez'), c('de', 'a@b.test', 'x@b.test'), c('ja', 'a@b.test', 'メール')],
    leaves: [c('fr', 'a@b.test', 'a@b.test'), c('ar', 'Hi @me', 'مرحبا'), c('ru', 'A', 'А')],
  },
  url: {
    finds: [
      c('fr', 'See https://a.test/x', 'Voir'),
      c('de', 'https://a.test', 'https://b.test'),
      c('ja', 'http://a.test', '見る'),
    ],
    leaves: [
      c('fr', 'https://a.test/en/', 'https://a.test/fr/'),
      c('de', 'https://www.a.test', 'https://a.test'),
      c('ar', 'a.test', 'هنا'),
      c('ko', 'Visit https://astro.test', 'https://astro.test를 방문하세요'),
      c('pt', 'Link <n id="0">https://example.com/a</n>', 'Ligue <n id="0">https://exemplo.com/a</n>'),
    ],
  },
  length: {
    finds: [
      c('fr', 'A sentence that is quite long, with much to say about brakes and wheels.', 'Freins'),
      c('de', 'Brakes', 'Ein Satz, der sehr lang ist und viel über Bremsen und Räder zu sagen hat.'),
      c('ru', 'A sentence that is quite long, with much to say.', 'Да'),
    ],
    leaves: [
      c(
        'ja',
        'A sentence that is quite long, with much to say about it.',
        '長い文です。ブレーキと車輪について述べています。',
      ),
      c('fr', 'Go', 'Allez-y'),
      c('zh', 'The front brake stops the wheel within three metres.', '前刹车可在三米内使车轮停止转动。'),
      c('de', 'Settings', 'Einstellungen'),
      c('fr', 'Autoscaling', "Mise à l'échelle automatique (Autoscaling)"),
    ],
  },
  sentencecount: {
    finds: [c('fr', 'One. Two.', 'Un et deux.'), c('de', 'One.', 'Eins. Zwei.'), c('ja', 'One. Two.', '一つ。')],
    leaves: [c('fr', 'One. Two.', 'Un. Deux.'), c('ja', 'One. Two.', '一つ。二つ。'), c('ar', 'One.', 'واحد.')],
  },
  script: {
    finds: [
      c('ru', 'The front brake is here', 'Peredniy tormoz nakhoditsya'),
      c('ja', 'The front brake is here', 'Buraki wa koko ni arimasu desu'),
      c('ru', 'Brake', 'Тoрмоз'),
      c('el', 'The front brake is here', 'To frenos einai edo mprosta'),
      c('zh', 'Unsupported image format.', 'Unsupported image format'),
    ],
    leaves: [
      c('ru', 'The Shimano brake', 'Тормоз Shimano'),
      c('ja', 'Polydesk', 'Polydesk'),
      c('ru', 'Christopher Kamphaus, Jenkins', 'Christopher Kamphaus — Jenkins'),
      c('fr', 'Brake', 'Frein'),
      c(
        'ja',
        'At <n id="0">/v1/logs</n>, <n id="1">/v1/traces</n>',
        '<n id="0">/v1/logs</n>、<n id="1">/v1/traces</n>',
      ),
      c('ar', 'The brake is here today', 'الفرامل هنا اليوم يا صديقي'),
    ],
  },
};
