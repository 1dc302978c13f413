import type { TriggerRangeRequest, TriggerTimesRequest } from '@tributary/platform'
import { type TUnsafe, Type } from 'typebox'
import { typed } from './typed.ts'

const MOST_TIMES = 1_000

const source = {
  tableName: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'The source table, `catalog.db.table`.',
  }),
  tenantId: Type.String({ minLength: 1, maxLength: 32, description: 'The tenant of the caller.' }),
}
const moment = (description: string) =>
  Type.String({ description: `${description}, \`yyyy-MM-dd HH:mm:ss\`.` })

/** Body of E7. */
export const triggerTimesBody: TUnsafe<TriggerTimesRequest> = typed(
  Type.Object({
    ...source,
    scheduleTimes: Type.Array(moment('A time of the schedule'), {
      minItems: 1,
      maxItems: MOST_TIMES,
      description: 'The times to trigger.',
    }),
  }),
)

/** Body of E8. */
export const triggerRangeBody: TUnsafe<TriggerRangeRequest> = typed(
  Type.Object({
    ...source,
    startTime: moment('The first time'),
    endTime: moment('The last time, included'),
  }),
)
