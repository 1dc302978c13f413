import { assertNever } from '@tributary/core'
import type { Indirection, IndirectionDimension, IndirectionName } from './indirection.ts'
import { printPeriodOffset } from './period-offset.ts'

/** Maps the names that are printed. */
export interface IndirectionNameMap {
  metric(name: string): string
  dimension(name: string): string
}

const AS_WRITTEN: IndirectionNameMap = { metric: (name) => name, dimension: (name) => name }

/** The canonical string of an indirection, with its names mapped. Parsing it gives the same indirection. */
export function printIndirection(
  indirection: Indirection,
  map: IndirectionNameMap = AS_WRITTEN,
): string {
  switch (indirection.kind) {
    case 'samePeriod': {
      const { metric, offset, dateTag, method } = indirection
      const words = ['sameperiod', printPeriodOffset(offset), ...listOptionalName(dateTag), method]
      return printWithMetric(metric, words, map)
    }
    case 'rank': {
      const { metric, method, order, dimensions } = indirection
      const direction = order === 'asc' ? ['asc'] : []
      return printWithMetric(
        metric,
        [method, ...direction, ...printDimensionList(dimensions, map)],
        map,
      )
    }
    case 'proportion':
      return printWithMetric(
        indirection.metric,
        ['proportion', ...printDimensionList(indirection.dimensions, map)],
        map,
      )
    case 'multiLevelAggregate': {
      const { aggregate, dimensions } = indirection
      return `multi_level_agg__${[aggregate, ...printDimensionList(dimensions, map)].join(',')}`
    }
    default:
      return assertNever(indirection)
  }
}

function printWithMetric(
  metric: IndirectionName | null,
  words: readonly string[],
  map: IndirectionNameMap,
): string {
  return [...(metric === null ? [] : [map.metric(metric.name)]), ...words].join('__')
}

function listOptionalName(name: IndirectionName | null): readonly string[] {
  return name === null ? [] : [name.name]
}

function printDimensionList(
  dimensions: readonly IndirectionDimension[],
  map: IndirectionNameMap,
): readonly string[] {
  if (dimensions.length === 0) return []
  const names = dimensions.map(({ name, grain }) =>
    [map.dimension(name), ...(grain === null ? [] : [grain.toLowerCase()])].join('__'),
  )
  return [names.join(',')]
}
