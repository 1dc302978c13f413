import type { AggregateRequest } from '../source.ts'
import { planRequest, type RequestPlan } from './aggregate/request-plan.ts'
import { createRowSpace } from './select/create-row-space.ts'
import type { RowSpace } from './select/row-space.ts'
import type { TableRoom } from './select/table-room.ts'

/** A plan, and the rows that it is of. */
export interface PlannedRows {
  readonly space: RowSpace
  readonly plan: RequestPlan
}

/** Plans a request, making codes and computed columns that it needs. */
export function planRows(request: AggregateRequest, room: TableRoom, parts: number): PlannedRows {
  const space = createRowSpace(request.rows, room)
  return { space, plan: planRequest(request, space, parts) }
}

const NOT_MADE = new Error('Something has to be made first')

/** Plans a request of what has been made already; null when codes or a computed column would have to be made, which takes long on many rows. */
export function planKnown(
  request: AggregateRequest,
  room: TableRoom,
  parts: number,
): PlannedRows | null {
  const { cache } = room
  let planning = true
  const known: TableRoom = {
    ...room,
    cache: {
      ...cache,
      coded(column) {
        const isKnown = column.kind === 'coded' || cache.knownCodes(column) !== null
        if (planning && !isKnown) throw NOT_MADE
        return cache.coded(column)
      },
      computed(key, compute) {
        if (planning && cache.knownComputed(key) === null) throw NOT_MADE
        return cache.computed(key, compute)
      },
    },
  }
  try {
    return planRows(request, known, parts)
  } catch (error) {
    if (error === NOT_MADE) return null
    throw error
  } finally {
    planning = false
  }
}
