import { type AggregateSource, AttributionError } from '@tributary/attribution'
import { SqlError } from '@tributary/sql'
import { tooManyGroupsError } from '../../model/errors.ts'

/**
 * A source whose answers have no more groups than `limit`, those of all combinations of dimensions together; else it rejects
 * with `PLATFORM_QUESTION_TOO_LARGE`.
 */
export function limitGroups(source: AggregateSource, limit: number): AggregateSource {
  return {
    aggregate: async (request, options) => {
      const answer = await source
        .aggregate(request, { ...options, maxGroups: limit })
        .catch((error: unknown) => {
          throw isLimitError(error, limit) ? tooManyGroupsError(limit) : error
        })
      const groups = answer.frames.reduce((sum, { rowCount }) => sum + rowCount, 0)
      if (groups > limit) throw tooManyGroupsError(limit)
      return answer
    },
  }
}

/** Whether an engine or columns in memory have told that there are more groups than `limit`. */
function isLimitError(error: unknown, limit: number): boolean {
  if (error instanceof SqlError) return error.code === 'SQL_TOO_MANY_ROWS'
  const isOfGroups =
    error instanceof AttributionError && error.code === 'ATTRIBUTION_TOO_MANY_GROUPS'
  return isOfGroups && error.details['limit'] === limit
}
