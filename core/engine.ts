import type { Site } from './site.ts';
import type { Caller, ChangeNotice, RestRequest, RestResponse } from './types.ts';

/** The engine as adapters see it: HTTP, IPC and tests hold one of these and nothing else. */
export interface Engine {
  readonly site: Site;
  /** Answers one request, synchronously: one transaction, one journal entry for a write. Never throws for what a client can cause. */
  dispatch(request: RestRequest, caller: Caller): RestResponse;
  /** Takes secrets out of a request before `dispatch` sees it; every adapter awaits this first. Cheap when the route has none. */
  seal(request: RestRequest): Promise<RestRequest>;
  /** Calls `listener` after each committed change; returns how to stop. */
  onChange(listener: (notice: ChangeNotice) => void): () => void;
  close(): void;
}
