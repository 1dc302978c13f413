import type { AggregateRequest } from '../../request/source.ts'
import type { JobResult } from '../aggregate/pass.ts'
import type { MemoryTable } from '../columns/column.ts'
import type { DerivedColumns } from '../select/table-registry.ts'

/** A message to a thread. Columns are in shared memory: only dictionaries are copied. */
export type ToWorker =
  /** The tables to work on, before anything else. */
  | { readonly kind: 'tables'; readonly tables: ReadonlyMap<string, MemoryTable> }
  /** Derived columns that another thread has made already. */
  | { readonly kind: 'derived'; readonly derived: DerivedColumns }
  /** A request that follows: the thread derives what it needs and sends it back. */
  | { readonly kind: 'prepare'; readonly id: number; readonly request: AggregateRequest }
  /** Jobs of a request: each thread takes the next one until none is left. */
  | {
      readonly kind: 'request'
      readonly id: number
      readonly request: AggregateRequest
      /** Into how many jobs a stretch of rows may be divided. */
      readonly parts: number
      /** Two 32-bit integers: the next job, and whether to stop. */
      readonly control: Int32Array
    }

/** A message from a thread. */
export type FromWorker =
  | {
      readonly kind: 'result'
      readonly id: number
      readonly job: number
      readonly result: JobResult
    }
  | { readonly kind: 'prepared'; readonly id: number; readonly derived: DerivedColumns }
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }

/** Indices of the control integers. */
export const NEXT_JOB = 0
export const STOPPED = 1
