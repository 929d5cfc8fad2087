// All requests about the live site in one place, with their parameters and results.
import type { Live, Probe } from '../../../core/schema/live/live.ts';
import type { LineChoice, PlanItem, PlanLine, PlanType } from '../../../core/schema/live/plan.ts';
import type { Push, PushReview, StoredStep, UndoLine } from '../../../core/schema/live/push.ts';
import type { LineRule } from '../../../core/schema/live/rule.ts';
import type { Run } from '../../../core/schema/live/run.ts';
import { api } from '../api/api.ts';

const root = '/polydesk/v1/live';

/** Connection parameters. */
export interface Connection {
  url: string;
  user: string;
  password: string;
  in_my_network: boolean;
}

export interface PushOrder extends LineRule {
  /** What was reviewed: what changed since is not sent. */
  seen: number;
  as_draft: boolean;
  dry: boolean;
  deletes: readonly string[];
  /** Careful settings that are changed there. */
  settings?: readonly string[];
}

type Started = { job: number; run: number };

/** Path of the plan's lines. */
export const PLAN = `${root}/plan`;

/** The routes of `polydesk/v1/live` (`contract/extras.md`). Each throws `ApiError`. */
export const liveApi = {
  read: () => api.get<Live>(root),
  probe: async (whom: Connection) => (await api.post<Probe>(`${root}/probe`, whom)).body,
  connect: async (whom: Connection) => (await api.put<Live>(root, whom)).body,
  disconnect: () => api.delete(root),
  check: async (full: boolean) => (await api.post<Started>(`${root}/checks`, { full })).body,
  pull: async (what: LineRule) => (await api.post<Started>(`${root}/pulls`, what)).body,
  /** Downloads media files; omitted: all that are missing here. `hosts`: further hosts that may be asked in this run. */
  files: async (ids?: readonly number[], hosts?: readonly string[]) =>
    (await api.post<Started>(`${root}/files`, { ...(ids && { ids }), ...(hosts && { hosts }) })).body,
  lines: async (query: Readonly<Record<string, unknown>>) => {
    const { body, headers } = await api.list<PlanLine[]>(PLAN, query);
    return { lines: body, total: Number(headers['x-wp-total'] ?? body.length) };
  },
  /** The same lines, counted by type. */
  types: (query: Readonly<Record<string, unknown>>) => api.get<PlanType[]>(`${PLAN}/types`, query),
  item: (key: string) => api.get<PlanItem>(`${PLAN}/${key}`),
  /** `same`: declares a line and its twin to be one item. */
  choose: async (choices: Readonly<Record<string, LineChoice | 'same' | null>>) =>
    (await api.patch(`${root}/choices`, { choices })).body,
  /** Declares lines that were paired to be two items again, by the keys they had. */
  takeApart: async (apart: Readonly<Record<string, string>>) =>
    (await api.patch(`${root}/choices`, { choices: {}, apart })).body,
  resolve: (key: string, body: { fields: Readonly<Record<string, unknown>>; here: string; there: string }) =>
    api.post(`${PLAN}/${key}/resolve`, body),
  /** What a push would do, without asking the site. */
  reviewPush: async (what: LineRule) => (await api.post<PushReview>(`${root}/pushes/review`, what)).body,
  pushes: () => api.get<Run[]>(`${root}/pushes`),
  push: (id: number) => api.get<Push>(`${root}/pushes/${id}`),
  stored: (id: number, seq: number) => api.get<StoredStep>(`${root}/pushes/${id}/steps/${seq}`),
  takeStored: (id: number, seq: number) => api.post(`${root}/pushes/${id}/steps/${seq}/take`, {}),
  undoLines: (id: number) => api.get<UndoLine[]>(`${root}/pushes/${id}/undo`),
  startPush: async (order: PushOrder) => (await api.post<Started>(`${root}/pushes`, order)).body,
  resumePush: async (id: number) => (await api.post<Started>(`${root}/pushes/${id}/resume`, {})).body,
  undoPush: async (id: number, deletes: readonly string[]) =>
    (await api.post<Started>(`${root}/pushes/${id}/undo`, { deletes })).body,
  /** Pause and stop take effect after the current step. */
  steer: (run: number, act: 'pause' | 'resume' | 'stop') => api.post(`${root}/runs/${run}/${act}`, {}),
};
