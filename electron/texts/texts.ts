import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

/** The key of a shell text. */
export type TextKey = keyof typeof en;

/** Whether the shell has a text with this key. */
export const isText = (name: string): name is TextKey => Object.hasOwn(en, name);

/** Returns a text in one language, with its parameters filled in; dates are formatted for that language. */
export type Say = (key: TextKey, params?: Readonly<Record<string, string | Date>>) => string;

const LANGUAGES: Readonly<Record<string, Readonly<Record<TextKey, string>>>> = { en, fr, ar };

/** The texts in the interface language: the chosen one, else that of the system; English as the fallback. */
export function textsIn(chosen: unknown, system: string): Say {
  const wanted = [chosen, system.split('-')[0]];
  const known = wanted.find((one) => typeof one === 'string' && Object.hasOwn(LANGUAGES, one)) as string | undefined;
  const found = (known !== undefined && LANGUAGES[known]) || en;
  const moments = new Intl.DateTimeFormat(known ?? 'en', { dateStyle: 'medium', timeStyle: 'short' });
  return (key, params = {}) =>
    found[key].replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = params[name] ?? place;
      return value instanceof Date ? moments.format(value) : value;
    });
}
