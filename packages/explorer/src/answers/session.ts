import { signal } from '@preact/signals'
import { type Client, type Credentials, createClient } from '@tributary/client'

/** Who asks: a person with a credential, or somebody whom a proxy in front of the service names. */
export type Caller = Credentials | 'PROXY'

/** The caller of this page; null until somebody signed in. */
export const caller = signal<Caller | null>(null)

const STORED = 'tributary.caller'

/** The caller that this tab remembers, or the one that the served page names; null when there is none. */
export function rememberedCaller(): Credentials | null {
  const named = document.querySelector('meta[name="tributary-caller"]')?.getAttribute('content')
  return readCaller(sessionStorage.getItem(STORED)) ?? readCaller(named ?? null)
}

/** Takes a caller whom the service accepted. The credential stays in this tab, until it is closed. */
export function signIn(one: Caller): void {
  if (one !== 'PROXY') sessionStorage.setItem(STORED, JSON.stringify(one))
  caller.value = one
}

/** Forgets the caller. */
export function signOut(): void {
  sessionStorage.removeItem(STORED)
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
