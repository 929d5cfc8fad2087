import type { AnswerTo } from '../../lib/api/answers.ts';

type SiteString = AnswerTo<'GET', '/polydesk/v1/strings'>[number];

/** A table row: a string or, without one, the heading of the group that follows. */
export interface Row {
  key: string;
  group: SiteString['group'];
  string?: SiteString;
}

/** The groups in their order. */
export const GROUPS = ['site', 'menu', 'other'] as const;

/** The strings by group, each group under its heading; a single group has none. */
export function rowsOf(strings: readonly SiteString[]): Row[] {
  const groups = GROUPS.map((group) => ({ group, some: strings.filter((each) => each.group === group) })).filter(
    ({ some }) => some.length > 0,
  );
  return groups.flatMap(({ group, some }) => [
    // No string is empty, so this is not the key of one.
    ...(groups.length > 1 ? [{ key: `\0${group}`, group }] : []),
    ...some.map((string) => ({ key: string.source, group, string })),
  ]);
}
