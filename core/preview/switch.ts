import type { Site } from '../site.ts';

/** Serves the finished site of a site while it is on. */
export interface PreviewSwitch {
  /** Whether it is to be served. */
  readonly isOn: boolean;
  /** Where it begins; "" while it is off or just starting. */
  readonly url: string;
  turn(on: boolean): void;
}

const offered = new WeakMap<Site, PreviewSwitch>();

/** Lets the preview of a site be switched on while its server runs; returns how to end that. */
export function offerPreview(site: Site, preview: PreviewSwitch): () => void {
  offered.set(site, preview);
  return () => offered.delete(site);
}

/** The preview of a site; undefined where no server runs. */
export function previewOf(site: Site): PreviewSwitch | undefined {
  return offered.get(site);
}
