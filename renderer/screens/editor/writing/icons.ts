// The icons of the kinds of blocks.
import type { LucideIcon } from '@lucide/svelte';
import Brackets from '@lucide/svelte/icons/brackets';
import Code from '@lucide/svelte/icons/code';
import CodeXml from '@lucide/svelte/icons/code-xml';
import Heading from '@lucide/svelte/icons/heading';
import Image from '@lucide/svelte/icons/image';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import List from '@lucide/svelte/icons/list';
import ListOrdered from '@lucide/svelte/icons/list-ordered';
import Minus from '@lucide/svelte/icons/minus';
import Pilcrow from '@lucide/svelte/icons/pilcrow';
import Quote from '@lucide/svelte/icons/quote';
import RectangleHorizontal from '@lucide/svelte/icons/rectangle-horizontal';
import SquarePlay from '@lucide/svelte/icons/square-play';
import Table from '@lucide/svelte/icons/table';
import type { Kind } from './kinds.ts';

export const ICONS: Readonly<Record<Kind, LucideIcon>> = {
  paragraph: Pilcrow,
  heading: Heading,
  list: List,
  ordered: ListOrdered,
  quote: Quote,
  picture: Image,
  gallery: LayoutGrid,
  table: Table,
  separator: Minus,
  buttons: RectangleHorizontal,
  embed: SquarePlay,
  code: Code,
  shortcode: Brackets,
  html: CodeXml,
};
