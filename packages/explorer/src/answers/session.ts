import { signal } from '@preact/signals'
import {
  type BearerCredentials,
  type Client,
  type Credentials,
  createClient,
} from '@tributary/client'
import { keep, readKept } from '../storage.ts'
import { readCaller } from './credentials.ts'
import { forgetAnswers } from './use-answer.ts'

/** Who asks: a person with a credential, or somebody whom a proxy in front of the service names. */
export type Caller = Credentials | BearerCredentials | 'PROXY'

/** The caller of this page; null until somebody signed in. */
export const caller = signal<Caller | null>(null)

const KEPT = 'caller'

/** The caller that this tab remembers; null when there is none. */
export function rememberedCaller(): Caller | null {
  return readCaller(readKept('tab', KEPT))
}

/** The caller whom the served page names; null when it names none. */
export function namedCaller(): Caller | null {
  return readCaller(servedFact('caller'))
}

/** A fact that the server has written into the page under a name; null without one. */
export function servedFact(name: string): string | null {
  return document.querySelector(`meta[name="tributary-${name}"]`)?.getAttribute('content') ?? null
}

/** Takes a caller whom the service accepted. The credential stays in this tab, until it is closed. */
export function signIn(newCaller: Caller): void {
  if (newCaller !== 'PROXY') keep('tab', KEPT, JSON.stringify(newCaller))
  caller.value = newCaller
}

/** Forgets the caller, and what was answered to them: another person may sign in next. */
export function signOut(): void {
  keep('tab', KEPT, null)
  forgetAnswers()
  caller.value = null
}

const AUTHENTICATION = ['tenant-id', 'auth-type', 'auth-value']

/** A client that sends the credentials of a caller; for a proxy it sends none. */
export function createCallerClient(identity: Caller, baseUrl: string): Client {
  if (identity !== 'PROXY') return createClient({ baseUrl, credentials: identity })
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
