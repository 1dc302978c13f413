import { setImmediate } from 'node:timers/promises'
import type { Credentials } from './caller.ts'

/** Finds out who credentials name. */
export type Authenticate<Caller> = (credentials: Credentials) => Promise<Caller>

/**
 * Like `authenticate`, with one question for all who come with the same credentials in one turn of the event
 * loop. The question begins after the last of them has come, so a credential that is revoked before somebody
 * comes is refused. Nothing of an answer is kept for whoever comes later.
 */
export function authenticateTogether<Caller>(
  authenticate: Authenticate<Caller>,
): Authenticate<Caller> {
  const waiting = new Map<string, Promise<Caller>>()
  const ask = async (key: string, credentials: Credentials): Promise<Caller> => {
    await setImmediate()
    waiting.delete(key)
    return authenticate(credentials)
  }
  return (credentials) => {
    const key = keyOf(credentials)
    let asked = waiting.get(key)
    if (asked === undefined) {
      asked = ask(key, credentials)
      waiting.set(key, asked)
    }
    return asked
  }
}

/** No two credentials have the same, whatever characters they are made of. */
function keyOf({ tenantId, authType, authValue }: Credentials): string {
  return `${tenantId.length} ${authType.length} ${tenantId}${authType}${authValue}`
}
