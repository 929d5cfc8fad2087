import type { Site } from '../site.ts';

/** Serves the finished site of a site while turned on. */
export interface PreviewSwitch {
  /** Whether it should be served. */
  readonly isOn: boolean;
  /** Its start address; "" while it is off or starting. */
  readonly url: string;
  turn(on: boolean): void;
}

const offered = new WeakMap<Site, PreviewSwitch>();

/** Makes the preview of a site available while its server runs; returns a function that ends it. */
export function offerPreview(site: Site, preview: PreviewSwitch): () => void {
  offered.set(site, preview);
  return () => offered.delete(site);
}

/** The preview of a site; undefined if no server is running. */
export function previewOf(site: Site): PreviewSwitch | undefined {
  return offered.get(site);
}
