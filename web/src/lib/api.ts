// Calls to the hub. Every answer that is not success becomes one of two errors.
import type {
  AnswerRequest,
  ApiError,
  CancelRequest,
  ConfirmRequest,
  DeadlineRequest,
  DraftChange,
  DraftReply,
  ErrorBody,
  ExportFormat,
  ExportPart,
  InteractionDetail,
  InteractionPage,
  InterfaceRequest,
  ListFilter,
  LoginKey,
  SettingsPatch,
  SettingsReply,
} from './protocol.gen';
import { storedKey } from './session';

/** The hub said no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: ApiError,
  ) {
    super(error.message);
  }
}

/** The hub could not be reached; nothing is known about what it did. */
export class Unreachable extends Error {}

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  keepalive = false,
): Promise<T> {
  const headers: Record<string, string> = { 'x-hub-key': storedKey() ?? '' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = { method, headers, keepalive, cache: 'no-store' };
  if (body !== undefined) init.body = JSON.stringify(body);
  let reply: Response;
  try {
    reply = await fetch(path, init);
  } catch (cause) {
    throw new Unreachable('the hub cannot be reached', { cause });
  }
  if (reply.ok) return (await reply.json()) as T;
  const { error } = (await reply.json().catch(() => ({ error: unknownError(reply) }))) as ErrorBody;
  throw new Refused(reply.status, error);
}

function unknownError(reply: Response): ApiError {
  return { code: 'unknown', message: `${reply.status} ${reply.statusText}` };
}

export interface ListQuery {
  filter?: ListFilter;
  search?: string;
  project?: string;
  asker?: string;
  status?: string;
  cursor?: string;
  limit?: number;
}

function queryString(query: ListQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}

const one = (id: string) => `/api/v1/interactions/${encodeURIComponent(id)}`;

export const api = {
  exchange: (code: string) => call<LoginKey>('POST', '/auth/exchange', { code }),
  list: (query: ListQuery) =>
    call<InteractionPage>('GET', `/api/v1/interactions${queryString(query)}`),
  export: (format: ExportFormat, query: ListQuery) =>
    call<ExportPart>('GET', `/api/v1/export/${format}${queryString(query)}`),
  show: (id: string) => call<InteractionDetail>('GET', one(id)),
  answer: (id: string, request: AnswerRequest) =>
    call<InteractionDetail>('POST', `${one(id)}/answer`, request),
  confirm: (id: string, request: ConfirmRequest) =>
    call<InteractionDetail>('POST', `${one(id)}/confirm`, request),
  cancel: (id: string, request: CancelRequest) =>
    call<InteractionDetail>('POST', `${one(id)}/cancel`, request),
  moveDeadline: (id: string, request: DeadlineRequest) =>
    call<InteractionDetail>('POST', `${one(id)}/deadline`, request),
  changeDraft: (id: string, change: DraftChange, keepalive = false) =>
    call<DraftReply>('PATCH', `${one(id)}/draft`, change, keepalive),
  switchInterface: (id: string, request: InterfaceRequest) =>
    call<InteractionDetail>('POST', `${one(id)}/interface`, request),
  view: (id: string) => call<unknown>('POST', `${one(id)}/view`, {}),
  settings: () => call<SettingsReply>('GET', '/api/v1/settings'),
  /** `question` is the one in front of the person: a new time limit or interface applies to it. */
  changeSettings: (patch: SettingsPatch, question: string | null) =>
    call<SettingsReply>(
      'PATCH',
      `/api/v1/settings${question === null ? '' : `?question=${encodeURIComponent(question)}`}`,
      patch,
    ),
  askSample: () => call<unknown>('POST', '/api/v1/sample', {}),
  logOut: () => call<unknown>('POST', '/api/v1/logout', {}),
};

/** 128 random bits: sending the same answer twice counts once. */
export function freshAnswerId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
