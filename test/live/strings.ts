// Scenarios of texts outside of content: both sides are equal at the beginning and at the end of each.
import { escapeSigns } from '../../core/domain/content/entities.ts';
import type { Dict } from '../../core/types.ts';
import type { Scenario, Sides } from './sides.ts';

export const strings: Record<string, Scenario> = {
  'the title of the site is translated here, then there': async (sides) => {
    const { site } = (await sides.here('GET', '/polydesk/v1/live')) as { site: { strings: boolean } };
    if (!site.strings || !sides.mayManage) return sides.say('  left out');
    const { title } = (await sides.here('GET', '/wp/v2/settings')) as { title: string };
    const text = `Notre "site" & \\ <b>${sides.mark}</b>`;
    await sides.here('PATCH', '/polydesk/v1/strings', { source: title, translations: { fr: text } });
    sides.is('  push', await sides.push(), []);
    const told = async (): Promise<string | undefined> => {
      const answer = (await sides.there('GET', '/polydesk-link/v1/strings')) as {
        strings: { source: string; translations: Record<string, string> }[];
      };
      return answer.strings.find(({ source }) => source === escapeSigns(title))?.translations['fr'];
    };
    sides.is('  there', await told(), text);
    await sides.there('POST', '/polydesk-link/v1/strings', {
      changes: [{ lang: 'fr', source: escapeSigns(title), before: text, text: 'Notre site' }],
    });
    await sides.pull();
    const all = (await sides.here('GET', '/polydesk/v1/strings')) as unknown as {
      source: string;
      translations: Record<string, string>;
    }[];
    sides.is('  here', all.find(({ source }) => source === title)?.translations['fr'], 'Notre site');
    await sides.here('PATCH', '/polydesk/v1/strings', { source: title, translations: { fr: text } });
    await sides.push();
    sides.is('  undone', [await sides.undo(), await told()], [[], 'Notre site']);
    await sides.here('PATCH', '/polydesk/v1/strings', { source: title, translations: { fr: 'Notre site' } });
  },
};

/** Texts of menu entries by their title in the default language. */
async function menuTexts(sides: Sides): Promise<Record<string, Record<string, string>>> {
  const all = (await sides.here('GET', '/polydesk/v1/strings')) as unknown as {
    source: string;
    translations: Record<string, string>;
  }[];
  return Object.fromEntries(all.map(({ source, translations }) => [source, translations]));
}

export const menus: Record<string, Scenario> = {
  'menus come here, titles of entries are translated here and sent': async (sides) => {
    if (!sides.mayManage || sides.mode === 'hub') return sides.say('  left out');
    const { mark } = sides;
    const menu = async (name: string): Promise<number> =>
      Number((await sides.there('POST', '/wp/v2/menus', { name: `${name} ${mark}` }))['id']);
    const entry = async (body: Dict): Promise<number> =>
      Number((await sides.there('POST', '/wp/v2/menu-items', { status: 'publish', ...body }))['id']);
    const [en, fr] = [await menu('Main'), await menu('Principal')];
    const title = `Away & "back" ${mark}`;
    const link = await entry({ title, url: 'https://example.com/', type: 'custom', menus: en, classes: ['a', 'b'] });
    await entry({ title: `Below ${mark}`, url: 'https://example.com/b', type: 'custom', menus: en, parent: link });
    const loin = await entry({ title: `Loin ${mark}`, url: 'https://example.com/fr', type: 'custom', menus: fr });
    await entry({ title: `Dessous ${mark}`, url: 'https://example.com/fr/b', type: 'custom', menus: fr, parent: loin });
    const before = (await sides.there('GET', '/pll/v1/settings'))['nav_menus'];
    const nav_menus = { ...(Array.isArray(before) ? {} : (before as Dict)), 'test-theme': { primary: { en, fr } } };
    await sides.there('POST', '/pll/v1/settings', { nav_menus });
    await sides.pull();
    sides.is('  here', (await menuTexts(sides))[title], { fr: `Loin ${mark}` });
    const text = `Très <b>loin</b> & "là" ${mark}`;
    await sides.here('PATCH', '/polydesk/v1/strings', { source: title, translations: { fr: text } });
    sides.is('  push', await sides.push(), []);
    const told = async (): Promise<unknown> =>
      ((await sides.there('GET', `/wp/v2/menu-items/${loin}?context=edit`))['title'] as { raw: string }).raw;
    sides.is('  there', await told(), text);
    sides.is('  undone', [await sides.undo(), await told()], [[], `Loin ${mark}`]);
    await sides.here('PATCH', '/polydesk/v1/strings', { source: title, translations: { fr: `Loin ${mark}` } });
    await sides.there('DELETE', `/wp/v2/menu-items/${loin}?force=true`);
    await sides.pull();
    sides.is('  entry gone here', sides.local('post', loin), 0);
    for (const id of [en, fr]) await sides.there('DELETE', `/wp/v2/menus/${id}?force=true`);
    await sides.there('POST', '/pll/v1/settings', { nav_menus: Array.isArray(before) ? {} : (before ?? {}) });
    await sides.run('/checks', { full: true });
    // So many of a small site are deleted only if they are named.
    const gone = ['Main', 'Principal', 'Below', 'Dessous'].map((name) => sides.key(`${name} ${mark}`));
    await sides.run('/pulls', { lines: [...(await Promise.all(gone)), await sides.key(title), 'settings-languages'] });
    sides.is('  menus gone here', [sides.local('term', en), sides.local('term', fr)], [0, 0]);
  },
};
