import type { AggregateCall, SqlDialect } from '../dialects/dialect.ts'

/** The aggregates of a statement with their conditions where the engine is quick with them. */
export function placeConditions(
  calls: readonly AggregateCall[],
  { mostFilters = Number.POSITIVE_INFINITY }: SqlDialect,
): readonly AggregateCall[] {
  const numbers = calls.reduce((sum, { argument }) => sum + (argument?.limbs?.names.length ?? 1), 0)
  return numbers > mostFilters ? calls.map(moveConditionToArgument) : calls
}

/** The same aggregate with its condition in the argument, which engines need not cut all other columns down to. */
export function moveConditionToArgument(call: AggregateCall): AggregateCall {
  const { aggregate, argument, condition } = call
  // These are computed from a list of all values, which is shorter with a filter.
  if (condition === 'TRUE' || OF_LISTS.has(aggregate)) return call
  const where = (text: string) => `CASE WHEN ${condition} THEN ${text} END`
  if (argument === null) {
    return { ...call, argument: { text: where('1'), type: 'INT' }, condition: 'TRUE' }
  }
  const { text, limbs } = argument
  const names = limbs?.names.map(where)
  return {
    ...call,
    argument: {
      ...argument,
      text: where(text),
      ...(limbs && { limbs: { ...limbs, names: names! } }),
    },
    condition: 'TRUE',
  }
}

const OF_LISTS: ReadonlySet<string> = new Set(['VARIANCE', 'STDDEV', 'PERCENTILE_DISC'])
