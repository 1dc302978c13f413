import { computed } from '@preact/signals'
import type { Client } from '@tributary/client'
import { SERVICE } from './place.ts'
import { caller, createCallerClient } from './session.ts'

/** A client of the caller of this page; null until somebody signed in. */
export const client = computed<Client | null>(() =>
  caller.value === null ? null : createCallerClient(caller.value, SERVICE),
)
