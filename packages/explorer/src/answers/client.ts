import { computed } from '@preact/signals'
import type { Client } from '@tributary/client'
import { SERVICE } from './place.ts'
import { caller, createCallerClient } from './session.ts'

const client = computed<Client | null>(() =>
  caller.value === null ? null : createCallerClient(caller.value, SERVICE),
)

/** The client of the caller of this page. Throws until somebody signed in; pages that ask are shown afterwards. */
export function getClient(): Client {
  if (client.value === null) throw new TypeError('Nobody has signed in.')
  return client.value
}
