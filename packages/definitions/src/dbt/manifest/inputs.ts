import type { Place } from '../../draft/place.ts'

/** A metric in another one. */
export interface DbtInput {
  readonly metric: string
  readonly alias: string | null
  readonly filters: readonly string[]
  /** `14 days`. */
  readonly offset: string | null
  readonly offsetToGrain: string | null
  readonly at: Place
}

/** Reads the templates of a filter. */
export function readFilterTemplates(at: Place): readonly string[] {
  const filter = at.key('filter')
  if (filter.isAbsent) return []
  if (typeof filter.value === 'string') return [filter.value]
  const list = filter.key('where_filters').items()
  return list.map((place) => place.key('where_sql_template').text())
}

/** Reads a metric in another one. */
export function readInput(at: Place): DbtInput {
  if (typeof at.value === 'string') {
    const none = { alias: null, filters: [], offset: null, offsetToGrain: null }
    return { metric: at.value, ...none, at }
  }
  return {
    metric: at.key('name').name(),
    alias: at.key('alias').optionalText(),
    filters: readFilterTemplates(at),
    offset: readSpan(at.key('offset_window')),
    offsetToGrain: at.key('offset_to_grain').optionalText(),
    at,
  }
}

/** Reads `14 days`, or a count and a granularity; null where there is none. */
export function readSpan(at: Place): string | null {
  if (at.isAbsent) return null
  if (typeof at.value === 'string') return at.value
  return `${at.key('count').optionalNumber() ?? 1} ${at.key('granularity').text()}`
}
