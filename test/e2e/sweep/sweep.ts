// Every scene of the gallery, opened once and checked in dark mode. Screens are also checked in light and right-to-left mode and
// for their focus; overlays in one of the two modes, and in both by `npm run test:long`.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenes, type Scene } from '../../gallery/scenes.ts';
import { closeSites, openFor, undoAll, type Sites } from '../../gallery/stage.ts';
import { built } from '../built.ts';
import { launch } from '../start.ts';
import { endless, isVisit, judge, open, openPlace, type Other, type Place } from './place.ts';

/** A file has a half of the scenes: both are judged at the same time. */
export function sweep(half: 0 | 1): void {
  let browser: Browser;
  const sites = {} as Sites;
  const places = new Map<string, Promise<Place>>();
  const placeFor = (scene: Scene): Promise<Place> => {
    const key = `${scene.site ?? 'full'} ${scene.isGuest ? 'guest' : ''}`;
    const place = places.get(key) ?? openPlace(browser, sites, scene);
    places.set(key, place);
    return place;
  };
  const own = scenes.filter((_scene, at) => at % 2 === half);
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => Promise.all([browser.close(), closeSites(sites)]));

  // Those that only come to a screen follow each other in one page.
  test.each([...own.filter(isVisit), ...own.filter((scene) => !isVisit(scene))])('$name', async (scene) => {
    await openFor(scene, built, sites);
    const place = await placeFor(scene);
    await open(place, sites, scene);
    expect(await judge(place, othersOf(scene), isScreen(scene))).toEqual([]);
    expect(endless(place, scene)).toEqual([]);
    // A server that fails or is away on purpose is an error to the browser, none of ours.
    expect(place.faults.splice(0).filter((fault) => !fault.startsWith('Failed to load'))).toEqual([]);
    await place.page.unrouteAll({ behavior: 'ignoreErrors' });
    await undoAll(sites[scene.site ?? 'full']);
  });
}

/** Overlays share the colours and direction of their screen, so `npm test` checks every second one in light mode, the others in RTL. */
function othersOf(scene: Scene): readonly Other[] {
  if (isScreen(scene) || process.env['EVERY_HAND'] !== undefined) return ['rtl', 'light'];
  // Even and odd scenes are in different files: this alternates in both.
  return scenes.indexOf(scene) % 4 < 2 ? ['rtl'] : ['light'];
}

/** A screen as one comes to it, not what is opened over it. */
function isScreen({ name, server, isGuest }: Scene): boolean {
  const isPart = /^(settings|api-tools|transfer-export|activity)-/.test(name);
  return !server && !isGuest && (isPart || !/-|^(palette|keys)$/.test(name));
}
