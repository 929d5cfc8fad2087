import type { ContentModel } from '../../core/schema/content/content-model.ts';

export interface CaseRequest {
  as?: string;
  raw?: boolean;
  method: string;
  path: string;
  query?: unknown;
  headers?: Record<string, string>;
  auth?: string;
  body?: unknown;
  bodyBase64?: string;
}

export interface ContractCase {
  id: string;
  group: string;
  note: string;
  home?: string;
  content_model?: Partial<ContentModel>;
  users?: string[];
  setup: CaseRequest[];
  request: CaseRequest;
  expect: unknown;
}

export interface Difference {
  path: string;
  expected: string;
  got: string;
}

interface CaseAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

export function loadCases(paths: string[]): ContractCase[];
export function runCase(
  one: ContractCase,
  send: (request: CaseRequest) => Promise<CaseAnswer>,
  places: { home: string; url: string },
): Promise<Difference | null>;
export function buildRequest(
  request: CaseRequest,
  base: string,
  passwords: Record<string, string>,
): { method: string; url: string; headers: Record<string, string>; body: string | Buffer | undefined };
export function sendHttp(request: CaseRequest, base: string, passwords: Record<string, string>): Promise<CaseAnswer>;
