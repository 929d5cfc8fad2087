// The reference block parser, which judges what Polydesk writes.
import { createRequire } from 'node:module';

/** A block as that parser reads it. */
export interface ParsedBlock {
  blockName: string | null;
  attrs: unknown;
  innerBlocks: ParsedBlock[];
  innerContent: (string | null)[];
}
export const { parse } = createRequire(import.meta.url)('@wordpress/block-serialization-default-parser') as {
  parse: (html: string) => ParsedBlock[];
};
/** Names, attributes without what they say, how blocks and HTML follow each other. */
export function treeOf(html: string): unknown {
  const ofBlock = ({ blockName, attrs, innerBlocks, innerContent }: ParsedBlock): unknown => [
    blockName,
    JSON.stringify(attrs, (_, value: unknown) => (typeof value === 'string' ? '' : value)),
    innerContent.filter((each) => each === null).length,
    innerBlocks.map(ofBlock),
  ];
  return parse(html)
    .filter(({ blockName }) => blockName !== null)
    .map(ofBlock);
}

/** Tags without their texts, and shortcodes: sorted, as a translator may move them in a sentence. */
export function tagsOf(html: string): string[] {
  const outside = html.replace(/<!-- \/?wp:[^]*?-->/g, '');
  const tags = outside.match(/<[^>]*>|\[\/?(?:box|gallery)[^\]]*\]/g) ?? [];
  return tags.map((tag) => tag.replace(/(alt|title|href)="[^"]*"/g, '$1')).sort();
}
