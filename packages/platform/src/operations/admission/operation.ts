import type { PlatformHealth } from '../../administration/check-health.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Caller } from '../../model/rights.ts'
import type { TaskRules } from '../../requests/kept-task.ts'
import type { Tenants } from '../../tenant/open/tenants.ts'
import type { Session } from '../../tenant/session.ts'

/** The parts of the process that operations use beside the caller's session. */
export interface Service {
  readonly tenants: Pick<Tenants, 'apply' | 'ensure'>
  readonly engineBytes: number
  /** The tenant whose definitions are files that are applied when the process starts; null for none. */
  readonly filesOf: string | null
  /** Task instances that the process may run at once. */
  readonly workers: number
  readonly health: () => Promise<PlatformHealth>
  /** The session of a caller with the current definitions. Throws when the service is closed. */
  readonly openSession: (caller: Caller) => OperationSession
  /** Runs a heavy question when there is a place for it. */
  readonly admit: <T>(
    tenant: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
  ) => Promise<T>
  /** How imports of a tenant run. */
  readonly importRules: (tenant: string) => TaskRules
}

/** The session of a caller, and the service that answers it. */
export interface OperationSession extends Session {
  readonly service: Service
}

/** An operation in the table: how calls of it are admitted and answered. */
export interface Entry<Request, Options, Answer> {
  readonly answer: (call: Call, request: Request, options: Options) => Promise<Answer>
}

/** The caller of an operation, and the service that answers. */
export interface Call {
  readonly service: Service
  readonly caller: Caller
}

type Operation<Request, Options, Answer> = (
  session: OperationSession,
  request: Request,
  options: Options,
) => Answer | Promise<Answer>

/** An operation that takes little time or memory: it is answered at once. */
export function admitLight<Request, Options, Answer>(
  operation: Operation<Request, Options, Answer>,
): Entry<Request, Options, Answer> {
  return {
    answer: async ({ service, caller }, request, options) =>
      operation(service.openSession(caller), request, options),
  }
}

/** An operation that may take much time or memory: it waits for a place, and then sees the definitions of that moment. */
export function admitHeavy<Request, Options extends CallOptions, Answer>(
  operation: Operation<Request, Options & { readonly signal: AbortSignal }, Answer>,
): Entry<Request, Options, Answer> {
  return {
    answer: ({ service, caller }, request, options) =>
      service.admit(
        caller.tenant,
        async (signal) => operation(service.openSession(caller), request, { ...options, signal }),
        options.signal,
      ),
  }
}

/** An operation that is heavy for some requests and light for all others. */
export function admitHeavyIf<Request, Options extends CallOptions, Answer>(
  isHeavy: (request: Request) => boolean,
  operation: Operation<Request, Options, Answer>,
): Entry<Request, Options, Answer> {
  const entries = { light: admitLight(operation), heavy: admitHeavy(operation) }
  return {
    answer: (call, request, options) =>
      entries[isHeavy(request) ? 'heavy' : 'light'].answer(call, request, options),
  }
}

/** An import: it runs as a task with a place of its own, and may go on after its answer. */
export function admitImport<Request, Options extends CallOptions, Answer>(
  operation: Operation<Request, Options & TaskRules, Answer>,
): Entry<Request, Options, Answer> {
  return {
    answer: async ({ service, caller }, request, options) =>
      operation(service.openSession(caller), request, {
        ...options,
        ...(options.signal && { signal: options.signal }),
        ...service.importRules(caller.tenant),
      }),
  }
}

/** An operation whose answer is made in pieces, which are collected for a caller who does not read them one by one. */
export function admitStream<Request, Pieces, Answer>(
  open: (session: OperationSession, request: Request) => Pieces | Promise<Pieces>,
  collect: (pieces: Pieces, signal: AbortSignal | undefined) => Promise<Answer>,
): Entry<Request, CallOptions, Answer> {
  return {
    answer: async ({ service, caller }, request, { signal }) =>
      collect(await open(service.openSession(caller), request), signal),
  }
}
