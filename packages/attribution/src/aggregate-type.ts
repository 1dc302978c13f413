import { assertNever } from '@tributary/core'
import type { ValueType } from '@tributary/expression'
import type { Aggregate } from './source.ts'

/** The type of an aggregate over values of a type; of a count of rows, which has no values, the type given is not looked at. */
export function aggregateType(
  aggregate: Aggregate | 'AVG' | 'MEDIAN',
  argument: ValueType,
): ValueType {
  switch (aggregate) {
    case 'COUNT':
    case 'COUNT_DISTINCT':
      return 'INT'
    case 'SUM':
    case 'MIN':
    case 'MAX':
      return argument
    case 'AVG':
    case 'MEDIAN':
    case 'PERCENTILE':
    case 'VARIANCE':
    case 'STDDEV':
      return 'DOUBLE'
    default:
      return assertNever(aggregate)
  }
}
