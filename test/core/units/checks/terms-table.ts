// Checks that know more than the two texts: terms of the glossary, a limit, a dictionary.
import { withTerm, type Case, type Table } from './case.ts';

const allowed = (to: string, target: string, word: string): Case => withTerm(to, target, { allowed: [word] });
const forbidden = (to: string, target: string, word: string): Case => withTerm(to, target, { forbidden: [word] });
const kept = (to: string, target: string): Case =>
  withTerm(to, target, { word: 'Polydesk', keep: true, caseSensitive: true }, 'Open Polydesk');
const limited = (to: string, target: string, longest: number): Case => {
  return { to, source: 'Hello', target, facts: { longest } };
};
/** A dictionary of a few words, in lower case. */
const spelled = (to: string, target: string, words: string): Case => {
  const known = new Set(words.split(' '));
  return { to, source: 'The brake', target, facts: { isWord: (word) => known.has(word.toLowerCase()) } };
};

export const TERMS: Table = {
  check_glossary: {
    finds: [
      allowed('fr', 'La lumière', 'faisceau'),
      allowed('de', 'Der Schein', 'Strahl'),
      allowed('es', 'La luz', 'haz'),
      allowed('ru', 'Свет здесь', 'луч'),
      allowed('ar', 'الضوء هنا', 'شعاع'),
      allowed('ja', 'これは線です', '光線'),
      allowed('ko', '빛이 여기', '광선'),
    ],
    leaves: [
      allowed('fr', 'Les faisceaux', 'faisceau'),
      allowed('de', 'Der Lichtstrahl', 'Strahl'),
      allowed('es', 'Los haces', 'haz'),
      allowed('ru', 'Двумя лучами', 'луч'),
      allowed('ar', 'والشعاع هنا', 'شعاع'),
      allowed('ja', 'これは光線です', '光線'),
      allowed('ko', '광선이 여기', '광선'),
    ],
  },
  forbidden_term: {
    finds: [
      forbidden('fr', 'Deux poutres', 'poutre'),
      forbidden('de', 'Der Balken', 'Balken'),
      forbidden('es', 'Las vigas', 'viga'),
      forbidden('ru', 'Две балки', 'балка'),
      forbidden('ar', 'العارضة هنا', 'عارضة'),
      forbidden('ja', 'これは梁です', '梁'),
    ],
    // The word is not there, or only within another one.
    leaves: [
      forbidden('fr', 'Le ponton', 'pont'),
      forbidden('de', 'Der Radius', 'Rad'),
      forbidden('es', 'La solución', 'sol'),
      forbidden('ru', 'Два луча', 'балка'),
      forbidden('ar', 'الشباب هنا', 'باب'),
      forbidden('ja', 'これは光線です', '梁'),
    ],
  },
  kept_term: {
    finds: [
      kept('fr', 'Ouvrez le programme'),
      kept('de', 'Öffnen Sie polydesk'),
      kept('es', 'Abra el programa'),
      kept('ru', 'Откройте Полидеск'),
      kept('ar', 'افتح البرنامج'),
      kept('ja', 'ポリデスクを開く'),
    ],
    // Particles and endings of other scripts are written right behind a name.
    leaves: [
      kept('fr', 'Ouvrez « Polydesk »'),
      kept('de', 'Öffnen Sie Polydesk'),
      kept('es', 'Abra Polydesk.'),
      kept('ru', 'Откройте Polydesk'),
      kept('ar', 'افتح Polydesk'),
      kept('ja', 'まずPolydeskを開く'),
      kept('ko', 'Polydesk를 여세요'),
      kept('zh', '打开Polydesk'),
    ],
  },
  'max-length': {
    finds: [
      limited('fr', 'Bonjour', 6),
      limited('de', 'Guten Tag', 8),
      limited('es', 'Buenos días', 10),
      limited('ru', 'Здравствуйте', 11),
      limited('ar', 'مرحبا بكم', 8),
      limited('ja', 'おはようございます', 8),
      limited('hi', 'नमस्ते दोस्तों', 8),
    ],
    leaves: [
      limited('fr', 'Bonjour', 7),
      limited('de', 'Guten <g id="0">Tag</g>', 9),
      limited('es', 'Buenos días', 11),
      limited('ru', 'Привет', 6),
      limited('ar', 'مرحبا', 5),
      limited('ja', '👋🏽', 2),
      limited('zh', '你好', 2),
    ],
  },
  spelling: {
    finds: [
      spelled('fr', 'Le frien', 'le frein'),
      spelled('de', 'Die Bremze', 'die bremse'),
      spelled('es', 'El frenno', 'el freno'),
      spelled('ru', 'Этот тормаз', 'этот тормоз'),
      spelled('ar', 'هذا مكبخ', 'هذا مكبح'),
      spelled('pl', 'Ten hamulc', 'ten hamulec'),
    ],
    // Names, addresses, and scripts without spaces are not in dictionaries.
    leaves: [
      spelled('fr', 'Le frein avant', 'le frein avant'),
      spelled('de', 'Die Bremse von https://a.test/bremze', 'die bremse von'),
      spelled('es', 'El freno de eBike', 'el freno de'),
      spelled('ru', 'Этот тормоз', 'этот тормоз'),
      spelled('ar', 'هذا مكبح', 'هذا مكبح'),
      spelled('ja', 'ブレーキ', ''),
      spelled('th', 'เบรก', ''),
    ],
  },
};
