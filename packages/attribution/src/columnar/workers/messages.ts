import type { AggregateRequest } from '../../request/source.ts'
import type { JobResult } from '../aggregate/pass.ts'
import type { MemoryTable } from '../columns/column.ts'
import type { DerivedColumns } from '../select/table-registry.ts'

/** What a thread is told. Columns lie in shared memory: only dictionaries are copied. */
export type ToWorker =
  /** The tables to work on, before anything else. */
  | { readonly kind: 'tables'; readonly tables: ReadonlyMap<string, MemoryTable> }
  /** What has been made of columns, so that it is not made again: codes by column, and computed columns by key. */
  | { readonly kind: 'derived'; readonly derived: DerivedColumns }
  /** A request to come: what it needs is to be made, and told. */
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

/** What a thread tells. */
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

/** Places in the control integers. */
export const NEXT_JOB = 0
export const STOPPED = 1
