import { ClientError } from '@tributary/client'

/** Why a question has no answer. */
export type Failure =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'busy'; readonly seconds: number }
  | {
      /** The question is wrong, or asks for what the caller may not use. */
      readonly kind: 'refused'
      readonly message: string
      readonly detail: string
    }
  | { readonly kind: 'fault'; readonly message: string; readonly traceId: string | null }

const DEFAULT_WAIT = 5

/** Tells what a rejected call of the client means for the person who asked. */
export function classifyFailure(error: unknown): Failure {
  if (!(error instanceof ClientError)) {
    return isAbort(error)
      ? { kind: 'stopped' }
      : { kind: 'fault', message: String(error), traceId: null }
  }
  const { status, message, detail, traceId, retryAfter } = error
  if (status === null) return { kind: 'unreachable' }
  if (status === 401) return { kind: 'unauthenticated' }
  if (status === 429) return { kind: 'busy', seconds: retryAfter ?? DEFAULT_WAIT }
  if (status >= 400 && status < 500) return { kind: 'refused', message, detail: detail ?? '' }
  return { kind: 'fault', message, traceId }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
