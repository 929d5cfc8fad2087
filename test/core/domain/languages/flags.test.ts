import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { describe, expect, test } from 'vitest';
import { FLAG_CODES, flagImg, flagSvg, isFlagCode } from '../../../../core/domain/languages/flags.ts';

const codes = [...FLAG_CODES];
const others =
  'arab basque catalonia england esperanto galicia kurdistan occitania quebec scotland tibet veneto wales'.split(' ');

/** The drawing inside an image tag. */
function drawingOf(img: string): string {
  return Buffer.from(/base64,([^"]*)"/.exec(img)![1]!, 'base64').toString('utf8');
}

function tagsOf(svg: string): SaxesTagPlain[] {
  const tags: SaxesTagPlain[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => tags.push(tag));
  parser.write(svg).close();
  return tags;
}

describe('the codes', () => {
  test('the 249 countries and thirteen others', () => {
    expect(codes.filter((code) => /^[a-z]{2}$/.test(code))).toHaveLength(249);
    expect(codes.filter((code) => code.length > 2)).toEqual(others);
  });

  test.each(['us', 'gb', 'ax', 'bq', 'sj', 'um', 'tw', 'ps', ...others])('accepted: %s', (code) => {
    expect(isFlagCode(code)).toBe(true);
  });

  test.each([
    ['', 'no code'],
    ['zz', 'unknown'],
    ['xk', 'no country of ISO 3166-1'],
    ['eu', 'no country'],
    ['un', 'no country'],
    ['uk', 'reserved only'],
    ['US', 'upper case'],
    ['us ', 'a blank'],
    ['us\n', 'a line feed'],
    ['us.png', 'a file'],
    ['gb-eng', 'the name of the source file'],
    ['../flags/us', 'a path'],
    ['../x', 'a path'],
    ['__proto__', 'a name of the language'],
    ['constructor', 'a name of the language'],
  ])('refused: %j, %s', (code) => {
    expect(isFlagCode(code)).toBe(false);
    expect(flagSvg(code)).toBeUndefined();
    expect(flagImg(code, 'English')).toBe('');
  });
});

describe('every drawing', () => {
  const allowed = new Set(
    `svg g defs use clipPath mask marker path rect circle ellipse line polygon polyline linearGradient radialGradient
    stop`.split(/\s+/),
  );

  test.each(codes)('%s is harmless and complete', (code) => {
    for (const svg of [flagSvg(code)!, drawingOf(flagImg(code, ''))]) {
      const tags = tagsOf(svg);
      expect(tags[0]).toMatchObject({ name: 'svg', attributes: { xmlns: 'http://www.w3.org/2000/svg' } });
      expect(tags[0]!.attributes).toHaveProperty('viewBox');
      expect(tags.length).toBeGreaterThan(1);
      const ids = new Set(tags.map(({ attributes }) => attributes['id']));
      for (const { name } of tags) expect(allowed).toContain(name);
      for (const [key, value] of tags.flatMap(({ attributes }) => Object.entries(attributes))) {
        expect(key).not.toMatch(/^on|^style$|:/i);
        expect(value).not.toMatch(/javascript:|data:|NaN|undefined/i);
        const target = /^url\((.*)\)$/.exec(value)?.[1] ?? (key === 'href' ? value : undefined);
        if (target !== undefined) expect([...ids].map((id) => `#${id}`)).toContain(target);
      }
    }
  });

  test('the small ones stand in every answer', () => {
    const sizes = codes.map((code) => drawingOf(flagImg(code, '')).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8 * 1024);
    expect(sizes.filter((size) => size <= 1800).length).toBeGreaterThan(codes.length * 0.85);
    expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThan(1100);
  });

  test('no two are alike, but for those that are', () => {
    const same = new Map<string, string[]>();
    for (const code of codes) {
      const drawing = drawingOf(flagImg(code, ''));
      same.set(drawing, [...(same.get(drawing) ?? []), code]);
    }
    const twins = [...same.values()].filter((group) => group.length > 1).flat();
    // Territories that fly the flag of their country.
    const expected = 'au hm; bl fr gf gp mf pm re wf yt; bv no sj; gb sh; um us'.split(/[; ]+/);
    expect(twins.filter((code) => !expected.includes(code))).toEqual([]);
  });
});

describe('the image tag', () => {
  test('has the form of the contract', () => {
    expect(flagImg('fr', 'Français')).toMatch(
      /^<img src="data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*" alt="Français" width="16" height="12" style="width: 16px; height: 12px;" \/>$/,
    );
  });

  test.each([
    ['a & b', 'a &amp; b'],
    ['"><script>', '&quot;&gt;&lt;script&gt;'],
    ["O'Neil", 'O&#039;Neil'],
    ['العربية', 'العربية'],
  ])('the name %j is escaped', (name, alt) => {
    expect(/alt="([^"]*)" width/.exec(flagImg('us', name))![1]).toBe(alt);
  });

  test('without a code there is none', () => {
    expect(flagImg('', 'English')).toBe('');
  });
});
