import { readFileSync } from 'node:fs';
// Run by hand against a real WordPress with Polylang and the plugin of build/resources/polydesk-link:
//   node test/live/companion.mjs ADDRESS PASSWORDS.json
// PASSWORDS.json holds application passwords by login: admin, editor, author, contrib, subs. It makes items on that site.
const [address = '', file = ''] = process.argv.slice(2);
const base = `${address}/wp-json`;
const pw = JSON.parse(readFileSync(file, 'utf8'));
const ask = async (user, method, path, body) => {
  const r = await fetch(base + path, {
    method,
    headers: {
      ...(user && { authorization: 'Basic ' + Buffer.from(`${user}:${pw[user]}`).toString('base64') }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  let b;
  try {
    b = await r.json();
  } catch {
    b = 'no json';
  }
  return { status: r.status, body: b };
};
/** Names of terms are unique on a site. */
const run = Date.now().toString(36);
let bad = 0;
const is = (name, got, want) => {
  const g = JSON.stringify(got),
    w = JSON.stringify(want);
  if (g !== w) {
    bad++;
    console.log('DIFF', name, '\n  got ', g, '\n  want', w);
  } else console.log('ok  ', name);
};
const en = (
  await ask('admin', 'POST', '/wp/v2/posts', {
    title: 'English',
    status: 'publish',
    lang: 'en',
    polydesk_uuid: '11111111-1111-4111-8111-111111111111',
  })
).body;
const fr = (await ask('admin', 'POST', '/wp/v2/posts?lang=fr', { title: 'Français', status: 'draft' })).body;
const page = (await ask('admin', 'POST', '/wp/v2/pages', { title: 'Page', lang: 'fr' })).body;
is(
  'mark in create and edit',
  (await ask('admin', 'GET', `/wp/v2/posts/${en.id}?context=edit`)).body.polydesk_uuid,
  '11111111-1111-4111-8111-111111111111',
);
is('mark hidden in view', (await ask('admin', 'GET', `/wp/v2/posts/${en.id}`)).body.polydesk_uuid, undefined);
is('mark hidden for guests', (await ask('', 'GET', `/wp/v2/posts/${en.id}`)).body.polydesk_uuid, undefined);
is('bad mark', (await ask('admin', 'POST', `/wp/v2/posts/${en.id}`, { polydesk_uuid: 'no' })).status, 400);
is(
  'link',
  (
    await ask('admin', 'POST', `/polydesk-link/v1/items/post/${fr.id}`, {
      lang: 'fr',
      translations: { fr: fr.id, en: en.id },
    })
  ).body,
  { id: fr.id, lang: 'fr', translations: { fr: fr.id, en: en.id } },
);
is(
  'other type',
  (await ask('admin', 'POST', `/polydesk-link/v1/items/post/${en.id}`, { translations: { en: en.id, fr: page.id } }))
    .status,
  400,
);
is(
  'wrong language',
  (await ask('admin', 'POST', `/polydesk-link/v1/items/post/${en.id}`, { translations: { en: en.id, fr: en.id } }))
    .status,
  400,
);
is(
  'unknown language',
  (await ask('admin', 'POST', `/polydesk-link/v1/items/post/${en.id}`, { lang: 'xx' })).status,
  400,
);
is('unknown item', (await ask('admin', 'POST', `/polydesk-link/v1/items/post/999999`, { lang: 'en' })).status, 403);
is(
  'unknown partner',
  (await ask('admin', 'POST', `/polydesk-link/v1/items/post/${en.id}`, { translations: { fr: 999999 } })).status,
  403,
);
is(
  'bad id',
  (await ask('admin', 'POST', `/polydesk-link/v1/items/post/${en.id}`, { translations: { fr: 'x' } })).status,
  400,
);
const t1 = (await ask('admin', 'POST', '/wp/v2/categories', { name: `News ${run}`, lang: 'en' })).body;
const t2 = (await ask('admin', 'POST', '/wp/v2/categories', { name: `Actu ${run}`, lang: 'fr' })).body;
is(
  'terms',
  (await ask('editor', 'POST', `/polydesk-link/v1/items/term/${t2.id}`, { translations: { en: t1.id } })).body,
  { id: t2.id, lang: 'fr', translations: { fr: t2.id, en: t1.id } },
);
is(
  'dissolve',
  (await ask('editor', 'POST', `/polydesk-link/v1/items/term/${t2.id}`, { translations: {} })).body.translations,
  { fr: t2.id },
);
is('partner set free', (await ask('editor', 'POST', `/polydesk-link/v1/items/term/${t1.id}`, {})).body.translations, {
  en: t1.id,
});
const own = (await ask('author', 'POST', '/wp/v2/posts', { title: 'Mine', lang: 'en' })).body;
is(
  'author: own',
  (await ask('author', 'POST', `/polydesk-link/v1/items/post/${own.id}`, { lang: 'fr' })).body.lang,
  'fr',
);
is(
  'author: own with a foreign partner',
  (await ask('author', 'POST', `/polydesk-link/v1/items/post/${own.id}`, { translations: { en: en.id } })).status,
  403,
);
is(
  'author: foreign',
  (await ask('author', 'POST', `/polydesk-link/v1/items/post/${en.id}`, { lang: 'fr' })).status,
  403,
);
is('author: terms', (await ask('author', 'POST', `/polydesk-link/v1/items/term/${t1.id}`, { lang: 'fr' })).status, 403);
for (const user of ['', 'subs']) {
  is(
    `${user || 'guest'}: index`,
    [401, 403].includes((await ask(user, 'GET', '/polydesk-link/v1/index')).status),
    true,
  );
  is(
    `${user || 'guest'}: write`,
    [401, 403].includes((await ask(user, 'POST', `/polydesk-link/v1/items/post/${en.id}`, { lang: 'en' })).status),
    true,
  );
}
is(
  'contributor: foreign',
  (await ask('contrib', 'POST', `/polydesk-link/v1/items/post/${en.id}`, { lang: 'en' })).status,
  403,
);
const started = performance.now();
const index = (await ask('admin', 'GET', '/polydesk-link/v1/index')).body;
console.log(
  'index',
  (performance.now() - started).toFixed(0),
  'ms',
  index.posts.length,
  index.terms.length,
  JSON.stringify(index).length,
  'bytes',
  index.now,
);
const rowOf = (id) => index.posts.find((row) => row[0] === id);
is(
  'index of a post',
  [rowOf(en.id)[1], rowOf(en.id)[2], rowOf(en.id)[4], rowOf(en.id)[6]],
  ['post', 'publish', 'en', '11111111-1111-4111-8111-111111111111'],
);
is('one group', rowOf(en.id)[5] === rowOf(fr.id)[5] && rowOf(en.id)[5] > 0, true);
is('index of a term', index.terms.find((row) => row[0] === t1.id).slice(1, 5), ['category', '', '', 'en']);
const seen = (await ask('author', 'GET', '/polydesk-link/v1/index')).body.posts.map((row) => row[0]);
is('author sees own only', seen.includes(own.id) && !seen.includes(fr.id), true);
console.log(bad === 0 ? 'ALL RIGHT' : `${bad} differences`);
