// The colour schemes, directions and sizes in which a screen is shown.
export interface Look {
  theme: 'light' | 'dark' | 'hc';
  locale?: 'en' | 'ar';
  width?: number;
  height?: number;
  /** 2: as with the zoom of the browser at 200 %, on a screen of the same size. */
  zoom?: number;
}

export const looks = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  hc: { theme: 'hc' },
  rtl: { theme: 'light', locale: 'ar' },
  900: { theme: 'light', width: 900, height: 600 },
  zoom: { theme: 'light', zoom: 2 },
} as const satisfies Record<string, Look>;

export type LookName = keyof typeof looks;
export const everyLook = Object.keys(looks) as LookName[];
