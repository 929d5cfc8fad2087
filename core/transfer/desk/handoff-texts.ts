import { readMarked } from '../../units/marked-text.ts';
import { handoffFormat, type HandoffFormatId } from '../handoff/formats.ts';
import { comparable } from '../handoff/inline.ts';
import { arrivedText } from '../handoff/text.ts';
import type { Control } from '../refusal.ts';
import type { TmxFacts, TmxRead } from './tmx-read.ts';

/**
 * Reads a file for translators as texts of the memory, of whichever site it is: those that are translated, and not marked as
 * unsure. Throws `ImportRefused`.
 */
export function readHandoffTexts(
  format: HandoffFormatId,
  path: string,
  { control, take }: { control: Control; take: (unit: TmxRead) => void },
): TmxFacts {
  const { head, units } = handoffFormat(format).read(path, control);
  const [from, to] = [head.fromTag || head.from, head.toTag || head.to];
  for (const { source, target, said, line } of units) {
    const marked = arrivedText(source, target);
    const isSame = said !== 'done' && comparable(marked) === comparable(source);
    if (said === 'unsure' || isSame || comparable(marked) === '' || !readMarked(source) || !readMarked(marked))
      continue;
    const texts = [
      { tag: from, marked: source },
      { tag: to, marked },
    ];
    take({ texts, from, at: '', by: '', line });
  }
  return { site: head.site, title: '', tool: head.tool };
}
