import { signal } from '@preact/signals'
import {
  type BearerCredentials,
  type Client,
  type Credentials,
  createClient,
} from '@tributary/client'
import { keep, readKept } from '../storage.ts'

/** Who asks: a person with a credential, or somebody whom a proxy in front of the service names. */
export type Caller = Credentials | BearerCredentials | 'PROXY'

/** The caller of this page; null until somebody signed in. */
export const caller = signal<Caller | null>(null)

const KEPT = 'caller'

/** The caller that this tab remembers; null when there is none. */
export function rememberedCaller(): Credentials | null {
  return readCaller(readKept('tab', KEPT))
}

/** The caller whom the served page names; null when it names none. */
export function namedCaller(): Credentials | null {
  return readCaller(servedFact('caller'))
}

/** What the server has written into the page under a name; null when nothing. */
export function servedFact(name: string): string | null {
  return document.querySelector(`meta[name="tributary-${name}"]`)?.getAttribute('content') ?? null
}

/** Takes a caller whom the service accepted. The credential stays in this tab, until it is closed. */
export function signIn(one: Caller): void {
  if (one !== 'PROXY') keep('tab', KEPT, JSON.stringify(one))
  caller.value = one
}

/** Forgets the caller. */
export function signOut(): void {
  keep('tab', KEPT, null)
  caller.value = null
}

function readCaller(text: string | null): Credentials | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isCredentials(value) ? value : null
  } catch {
    return null
  }
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false
  const { tenantId, authType, authValue } = value as Partial<Credentials>
  return [tenantId, authType, authValue].every((one) => typeof one === 'string' && one !== '')
}

const AUTHENTICATION = ['tenant-id', 'auth-type', 'auth-value']

/** A client that sends the credentials of a caller; for a proxy it sends none. */
export function clientOf(one: Caller, baseUrl: string): Client {
  if (one !== 'PROXY') return createClient({ baseUrl, credentials: one })
  return createClient({
    baseUrl,
    credentials: { tenantId: '-', authType: 'ACCOUNT', authValue: '-' },
    fetch: (url, init) => {
      const headers = new Headers(init?.headers)
      for (const name of AUTHENTICATION) headers.delete(name)
      return fetch(url, { ...init, headers })
    },
  })
}
