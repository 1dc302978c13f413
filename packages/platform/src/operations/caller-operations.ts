import { type OperationId, ROUTES, type Route } from '@tributary/contract'
import type { CallOptions } from '../model/options.ts'
import type { Caller } from '../model/rights.ts'
import type { Entry, Service } from './admission/operation.ts'
import type { PlatformOperations } from './options.ts'
import { OPERATION_TABLE } from './table.ts'

const CALLER = Symbol('caller')

/** Creates the function that gives the operations of a caller. `tell` makes the errors that the caller may read. */
export function createCallerOperations(
  service: Service,
  tell: (error: unknown, caller: Caller) => unknown,
): (caller: Caller) => PlatformOperations {
  // The methods are getters of one prototype: 61 functions for each request would cost more than a small answer.
  const getters = Object.entries<Entry<never, never, unknown>>(OPERATION_TABLE).map(
    ([id, entry]) => {
      const { answer } = entry as Entry<unknown, CallOptions, unknown>
      const ask = async (caller: Caller, request: unknown, options: CallOptions = {}) => {
        try {
          return await answer({ service, caller }, request, options)
        } catch (error) {
          throw tell(error, caller)
        }
      }
      const { takes }: Route = ROUTES[id as OperationId]
      const get = function get(this: { readonly [CALLER]: Caller }): unknown {
        const caller = this[CALLER]
        return takes === 'NOTHING'
          ? (options?: CallOptions) => ask(caller, null, options)
          : (request: unknown, options?: CallOptions) => ask(caller, request, options)
      }
      return [id, { get, enumerable: true }]
    },
  )
  const prototype: object = Object.create(null, Object.fromEntries(getters))
  return (caller) => Object.create(prototype, { [CALLER]: { value: caller } })
}
