// Scenarios for a real site: both sides are equal at the beginning and at the end of each.
import type { Dict } from '../../core/types.ts';
import type { Right, Scenario, Sides } from './sides.ts';
import { menus, strings } from './strings.ts';

export const paragraphs = (...texts: string[]): string =>
  texts.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).join('\n\n');

const rawOf = (item: Dict, name: string): unknown => (item[name] as { raw: string }).raw;

/** Without what every push of such a site says: links that are made by hand, and values of the site's own. */
const quiet = (left: readonly string[]): string[] => left.filter((one) => !/ (?:link_by_hand|given) /.test(one));

/** A published post that is on both sides: its numbers. */
async function shared(sides: Sides, title: string, body: Dict = {}): Promise<{ id: number; remote: number }> {
  const slug = `${title.toLowerCase()}-${sides.mark}`;
  const made = (await sides.here('POST', '/wp/v2/posts', {
    ...{ title: `${title} ${sides.mark}`, slug, status: sides.status, lang: 'en' },
    ...{ content: paragraphs('One', 'Two', 'Three'), ...body },
  })) as { id: number };
  // WordPress gives no name of its own to what a contributor hands in.
  const left = quiet(await sides.push()).filter((one) => sides.may('publish') || !one.includes(' altered '));
  sides.is('  pushed', left, []);
  return { id: made.id, remote: sides.remote('post', made.id) };
}

const get = (sides: Sides, route: string): Promise<Dict> => sides.there('GET', `${route}?context=edit`);

const edits: Record<string, Scenario> = {
  'two paragraphs, one on each side, are merged': async (sides) => {
    const { id, remote } = await shared(sides, 'Merge');
    await sides.there('POST', `/wp/v2/posts/${remote}`, { content: paragraphs('One', 'Two', 'Three there') });
    await sides.here('POST', `/wp/v2/posts/${id}`, { content: paragraphs('One here', 'Two', 'Three') });
    await sides.run('/checks');
    sides.is('  plan', await sides.plan(), ['merged Merge: content']);
    sides.is('  push', await sides.push(), []);
    const wanted = paragraphs('One here', 'Two', 'Three there');
    sides.is('  there', rawOf(await get(sides, `/wp/v2/posts/${remote}`), 'content'), wanted);
    sides.is(
      '  here',
      rawOf(await sides.here('GET', `/wp/v2/posts/${id}`, undefined, { context: 'edit' }), 'content'),
      wanted,
    );
  },
  'the same title on both sides is a conflict until somebody decides': async (sides) => {
    const { id, remote } = await shared(sides, 'Clash');
    await sides.there('POST', `/wp/v2/posts/${remote}`, { title: 'Theirs' });
    await sides.here('POST', `/wp/v2/posts/${id}`, { title: 'Ours' });
    sides.is('  not sent', await sides.push(), ['conflict update changed_there Ours']);
    await sides.choose('Ours', 'there');
    await sides.run('/pulls');
    sides.is(
      '  here',
      rawOf(await sides.here('GET', `/wp/v2/posts/${id}`, undefined, { context: 'edit' }), 'title'),
      'Theirs',
    );
    await sides.there('POST', `/wp/v2/posts/${remote}`, { title: 'Theirs again' });
    await sides.here('POST', `/wp/v2/posts/${id}`, { title: 'Ours again' });
    await sides.run('/checks');
    await sides.choose('Ours again', 'here');
    sides.is('  push', await sides.push(), []);
    sides.is('  there', rawOf(await get(sides, `/wp/v2/posts/${remote}`), 'title'), 'Ours again');
  },
  'every field of a post goes there': async (sides) => {
    const { id, remote } = await shared(sides, 'Fields');
    const fields = {
      ...{ excerpt: 'Short & <em>sweet</em>', slug: `ünïcode-${sides.mark}`, date_gmt: '2025-02-03T04:05:06' },
      ...{ comment_status: 'closed', ping_status: 'closed', sticky: true, format: 'aside' },
    };
    await sides.here('POST', `/wp/v2/posts/${id}`, {
      ...fields,
      title: `A "quoted" & <b>bold</b> title ${sides.mark}`,
    });
    sides.is('  push', await sides.push(), []);
    const after = await get(sides, `/wp/v2/posts/${remote}`);
    sides.is(
      '  there',
      [after['date_gmt'], after['sticky'], after['format'], after['comment_status']],
      [...['2025-02-03T04:05:06', true, 'aside', 'closed']],
    );
  },
  'states: draft, private, pending, scheduled, with a password': async (sides) => {
    for (const body of [
      { status: 'draft' },
      { status: 'private' },
      { status: 'pending' },
      { status: 'future', date_gmt: '2031-02-03T04:05:06' },
      { status: 'publish', password: 'secret' },
    ])
      await sides.here('POST', '/wp/v2/posts', {
        lang: 'en',
        title: `${body.status} ${sides.mark}`,
        content: 'x',
        ...body,
      });
    const left = await sides.push();
    sides.is('  push', quiet(left), []);
    sides.is('  plan', await sides.plan(), []);
  },
  'one item that both sides made is never made twice': async (sides) => {
    const slug = `twin-${sides.mark}`;
    const date = { date_gmt: '2025-02-03T04:05:06' };
    await sides.there('POST', '/wp/v2/posts?lang=en', {
      title: `Twin ${sides.mark}`,
      slug,
      status: 'publish',
      ...date,
    });
    await sides.here('POST', '/wp/v2/posts', { lang: 'en', title: `Twin ${sides.mark}`, slug, status: 'publish' });
    sides.is('  push', (await sides.push()).includes('conflict shell twin Twin'), true);
    await sides.run('/checks', { full: true });
    sides.is(
      '  plan',
      (await sides.plan()).map((one) => one.split(' ')[0]),
      ['new_there', 'new_here'],
    );
    await sides.choose(`Twin ${sides.mark}`, 'same');
    // The site decides who wrote it, and when.
    await sides.run('/pulls');
  },
  'markup, quotes, backslashes and entities come back as they were sent': async (sides) => {
    const content = `<!-- wp:html -->\n<script>let a = "\\\\n" && 1 < 2;</script>\n<!-- /wp:html -->\n\n${paragraphs('A \\ B "c" \'d\' &amp; &nbsp; é 漢字 🚲')}`;
    const { id, remote } = await shared(sides, 'Markup');
    await sides.here('POST', `/wp/v2/posts/${id}`, { content });
    sides.is('  push', await sides.push(), []);
    sides.is('  there', rawOf(await get(sides, `/wp/v2/posts/${remote}`), 'content'), content);
  },
  'pages below one another': async (sides) => {
    const top = (await sides.here('POST', '/wp/v2/pages', {
      lang: 'en',
      title: `Top ${sides.mark}`,
      status: 'publish',
      menu_order: 3,
    })) as { id: number };
    const below = (await sides.here('POST', '/wp/v2/pages', {
      lang: 'en',
      title: `Below ${sides.mark}`,
      status: 'publish',
      parent: top.id,
    })) as { id: number };
    const left = await sides.push();
    sides.is('  push', quiet(left), []);
    const page = await get(sides, `/wp/v2/pages/${sides.remote('post', below.id)}`);
    sides.is('  parent there', page['parent'], sides.remote('post', top.id));
    await sides.there('POST', `/wp/v2/pages/${sides.remote('post', below.id)}`, { parent: 0, menu_order: 7 });
    await sides.pull();
    const now = await sides.here('GET', `/wp/v2/pages/${below.id}`);
    sides.is('  parent here', [now['parent'], now['menu_order']], [0, 7]);
  },
};

const removals: Record<string, Scenario> = {
  'trashed there, restored there': async (sides) => {
    const { id, remote } = await shared(sides, 'Bin');
    await sides.there('DELETE', `/wp/v2/posts/${remote}`);
    await sides.pull();
    sides.is('  here', (await sides.here('GET', `/wp/v2/posts/${id}`))['status'], 'trash');
    await sides.there('POST', `/wp/v2/posts/${remote}`, { status: sides.status, slug: `bin-${sides.mark}` });
    await sides.pull();
    sides.is('  again', (await sides.here('GET', `/wp/v2/posts/${id}`))['status'], sides.status);
  },
  'trashed here, restored here': async (sides) => {
    const { id, remote } = await shared(sides, 'Bin2');
    await sides.here('DELETE', `/wp/v2/posts/${id}`);
    sides.is('  asked', await sides.push(), ['skipped trash delete_not_confirmed Bin2']);
    sides.is('  push', await sides.push({ deletes: [await sides.key(`Bin2 ${sides.mark}`)] }), []);
    sides.is('  there', (await get(sides, `/wp/v2/posts/${remote}`))['status'], 'trash');
    await sides.here('POST', `/wp/v2/posts/${id}`, { status: sides.status });
    sides.is('  push', await sides.push(), []);
    const { status, slug } = await get(sides, `/wp/v2/posts/${remote}`);
    sides.is('  there', status, sides.status);
    if (sides.may('publish')) sides.is('  there', slug, `bin2-${sides.mark}`);
    else await sides.pull();
  },
  'deleted for good there': async (sides) => {
    const { id, remote } = await shared(sides, 'Gone');
    await sides.there('DELETE', `/wp/v2/posts/${remote}?force=true`);
    await sides.run('/checks', { full: true });
    sides.is('  plan', await sides.plan(), ['deleted_there Gone: ']);
    await sides.run('/pulls');
    const answer = await sides.here('GET', `/wp/v2/posts/${id}`).catch(() => 'gone');
    sides.is('  here', answer, 'gone');
  },
  'deleted for good here': async (sides) => {
    const { id, remote } = await shared(sides, 'Gone2');
    await sides.here('DELETE', `/wp/v2/posts/${id}`, undefined, { force: 'true' });
    sides.is('  push', await sides.push({ deletes: [await sides.key(`Gone2 ${sides.mark}`)] }), []);
    sides.is('  there', (await get(sides, `/wp/v2/posts/${remote}`))['status'], 'trash');
  },
  'deleted there and edited here': async (sides) => {
    const { id, remote } = await shared(sides, 'Torn');
    await sides.there('DELETE', `/wp/v2/posts/${remote}?force=true`);
    await sides.here('POST', `/wp/v2/posts/${id}`, { title: `Torn edited ${sides.mark}` });
    sides.is('  push', await sides.push(), ['conflict update gone_there Torn edited']);
    sides.is('  plan', await sides.plan(), ['conflict Torn edited: ']);
    await sides.choose(`Torn edited ${sides.mark}`, 'here');
    const left = quiet(await sides.push()).filter((one) => sides.may('publish') || !one.includes(' altered '));
    sides.is('  made again', left, []);
  },
  'a push is taken back': async (sides) => {
    const { id, remote } = await shared(sides, 'Back');
    await sides.here('POST', `/wp/v2/posts/${id}`, { title: `Forth ${sides.mark}` });
    await sides.push();
    sides.is('  undo', await sides.undo(), []);
    sides.is('  there', rawOf(await get(sides, `/wp/v2/posts/${remote}`), 'title'), `Back ${sides.mark}`);
    await sides.here('POST', `/wp/v2/posts/${id}`, { title: `Back ${sides.mark}` });
  },
};

const terms: Record<string, Scenario> = {
  'terms below one another, made here, edited on both sides, deleted': async (sides) => {
    const { mark } = sides;
    const top = (await sides.here('POST', '/wp/v2/categories', {
      name: `R&D ${mark}`,
      slug: `rd-${mark}`,
      lang: 'en',
    })) as { id: number };
    const below = (await sides.here('POST', '/wp/v2/categories', {
      name: `Below ${mark}`,
      slug: `below-${mark}`,
      parent: top.id,
      lang: 'en',
    })) as { id: number };
    const tag = (await sides.here('POST', '/wp/v2/tags', { name: `Tag ${mark}`, slug: `tag-${mark}`, lang: 'en' })) as {
      id: number;
    };
    const { id, remote } = await shared(sides, 'Filed', { categories: [below.id], tags: [tag.id] });
    const post = await get(sides, `/wp/v2/posts/${remote}`);
    sides.is(
      '  there',
      [post['categories'], post['tags']],
      [[sides.remote('term', below.id)], [sides.remote('term', tag.id)]],
    );
    await sides.there('POST', `/wp/v2/categories/${sides.remote('term', top.id)}`, {
      description: 'Theirs <b>bold</b> & so',
    });
    await sides.here('POST', `/wp/v2/categories/${top.id}`, { name: `R & D ${mark}` });
    await sides.pull();
    sides.is('  push', await sides.push(), []);
    await sides.there('DELETE', `/wp/v2/tags/${sides.remote('term', tag.id)}?force=true`);
    await sides.pull();
    sides.is('  tags here', (await sides.here('GET', `/wp/v2/posts/${id}`))['tags'], []);
    await sides.here('DELETE', `/wp/v2/categories/${below.id}`, undefined, { force: 'true' });
    sides.is('  plan', (await sides.plan()).map((one) => one.split(' ')[0]).toSorted(), ['deleted_here', 'here']);
    const left = await sides.push({ deletes: [await sides.key(`Below ${mark}`)] });
    sides.is('  push', left, []);
  },
  'the same name in two languages': async (sides) => {
    const { mark } = sides;
    const en = (await sides.here('POST', '/wp/v2/categories', {
      name: `Sport ${mark}`,
      slug: `sport-${mark}`,
      lang: 'en',
    })) as { id: number };
    const fr = (await sides.here('POST', '/wp/v2/categories', {
      name: `Sport ${mark}`,
      slug: `sport-${mark}-fr`,
      lang: 'fr',
      translations: { en: en.id },
    })) as { id: number };
    const left = await sides.push();
    sides.is('  push', quiet(left), []);
    sides.is(
      '  two terms',
      sides.remote('term', en.id) !== sides.remote('term', fr.id) && sides.remote('term', fr.id) > 0,
      true,
    );
  },
};

const languages: Record<string, Scenario> = {
  'translations are made, linked, unlinked, on either side': async (sides) => {
    if (sides.mode === 'texts') return sides.say('  left out: no groups');
    const { id: en, remote } = await shared(sides, 'Group');
    const fr = (await sides.here('POST', '/wp/v2/posts', {
      lang: 'fr',
      title: `Groupe ${sides.mark}`,
      status: sides.status,
      translations: { en },
    })) as { id: number };
    sides.is('  push', await sides.push(), []);
    const there = sides.remote('post', fr.id);
    const placeOf = async (id: number): Promise<unknown> =>
      sides.hasCompanion
        ? await sides.there('POST', `/polydesk-link/v1/items/post/${id}`, {})
        : await get(sides, `/wp/v2/posts/${id}`);
    const groupOf = async (id: number): Promise<unknown> => ((await placeOf(id)) as Dict)['translations'];
    sides.is('  group there', await groupOf(remote), { en: remote, fr: there });
    await sides.here('POST', `/wp/v2/posts/${fr.id}`, { translations: { fr: fr.id } });
    sides.is('  push', await sides.push(), []);
    sides.is('  alone there', await groupOf(there), { fr: there });
    const link = { lang: 'fr', translations: { fr: there, en: remote } };
    await (sides.hasCompanion
      ? sides.there('POST', `/polydesk-link/v1/items/post/${there}`, link)
      : sides.there('POST', `/wp/v2/posts/${there}`, link));
    await sides.pull();
    sides.is('  linked here', ((await sides.here('GET', `/wp/v2/posts/${fr.id}`))['translations'] as Dict)['en'], en);
    const change = { lang: 'en', translations: { en: remote } };
    await sides.here('POST', `/wp/v2/posts/${fr.id}`, { translations: { fr: fr.id } });
    await sides.here('POST', `/wp/v2/posts/${fr.id}`, { lang: 'en' });
    sides.is('  push', await sides.push(), []);
    sides.is('  language there', ((await placeOf(there)) as Dict)['lang'], change.lang);
  },
  'a new item in French': async (sides) => {
    const made = (await sides.here('POST', '/wp/v2/posts', {
      lang: 'fr',
      title: `Seul ${sides.mark}`,
      status: sides.status,
    })) as { id: number };
    const left = await sides.push();
    sides.is('  push', quiet(left), []);
    const { link } = await get(sides, `/wp/v2/posts/${sides.remote('post', made.id)}`);
    sides.is('  address there', String(link).includes('/fr/'), true);
  },
  'a language is renamed here and there': async (sides) => {
    const all = (await sides.here('GET', '/pll/v1/languages')) as unknown as {
      slug: string;
      name: string;
      term_id: number;
    }[];
    const fr = all.find(({ slug }) => slug === 'fr');
    if (!sides.mayManage) return sides.say('  left out: this user may not');
    await sides.here('POST', `/pll/v1/languages/${fr?.term_id}`, { name: 'Français (ici)' });
    sides.is('  push', await sides.push(), []);
    const there = (await sides.there('GET', '/pll/v1/languages')) as unknown as {
      slug: string;
      name: string;
      term_id: number;
    }[];
    const own = there.find(({ slug }) => slug === 'fr');
    sides.is('  there', own?.name, 'Français (ici)');
    await sides.there('POST', `/pll/v1/languages/${own?.term_id}`, { name: 'Français' });
    await sides.pull();
    const now = (await sides.here('GET', '/pll/v1/languages')) as unknown as { slug: string; name: string }[];
    sides.is('  here', now.find(({ slug }) => slug === 'fr')?.name, 'Français');
  },
  'a language is added here': async (sides) => {
    const all = (await sides.here('GET', '/pll/v1/languages')) as unknown as { slug: string }[];
    if (!sides.mayManage || all.some(({ slug }) => slug === 'it')) return sides.say('  left out');
    await sides.here('POST', '/pll/v1/languages', {
      slug: 'it',
      locale: 'it_IT',
      name: 'Italiano',
      no_default_cat: true,
    });
    sides.is('  push', await sides.push(), []);
    await sides.pull();
  },
};

export const SCENARIOS: Record<string, Scenario> = {
  ...edits,
  ...removals,
  ...terms,
  ...languages,
  ...strings,
  ...menus,
};

/** What WordPress leaves to others: without the right, the scenario says nothing. */
export const NEEDS: Readonly<Record<string, Right>> = {
  'every field of a post goes there': 'unfiltered',
  'states: draft, private, pending, scheduled, with a password': 'publish',
  'one item that both sides made is never made twice': 'publish',
  'markup, quotes, backslashes and entities come back as they were sent': 'unfiltered',
  'pages below one another': 'others',
  'terms below one another, made here, edited on both sides, deleted': 'others',
  'the same name in two languages': 'others',
};
