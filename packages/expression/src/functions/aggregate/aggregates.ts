import type { FunctionNameOf } from '../../tree/function-names.ts'
import { callNode, type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import type { ValueType } from '../../values/value-type.ts'
import {
  anyParameter,
  checkKinds,
  conditionParameter,
  firstType,
  type KindParameter,
  numberParameter,
  reportArgument,
} from '../arguments.ts'
import type { AggregateFunction, AggregateLeaf, Argument, CallSite } from '../definition.ts'

const NUMBER = numberParameter('number')
const CONDITION = conditionParameter('condition')

/** The functions over many rows, for the formulas of metrics. */
export const AGGREGATE_FUNCTIONS: Readonly<Record<FunctionNameOf<'aggregate'>, AggregateFunction>> =
  {
    Sum: plainAggregate({
      description: 'The sum of a number over all rows, ignoring NULLs.',
      result: firstType,
      leaf: { aggregate: 'SUM' },
    }),
    SumIf: plainAggregate({
      description: 'The sum of a number over the rows for which a condition is TRUE.',
      parameters: [NUMBER, CONDITION],
      result: firstType,
      leaf: { aggregate: 'SUM' },
    }),
    Count: plainAggregate({
      description: 'The number of rows, or of rows in which a value is not NULL.',
      parameters: [anyParameter('value', { optional: true })],
      result: 'INT',
      leaf: { aggregate: 'COUNT' },
    }),
    CountIf: plainAggregate({
      description: 'The number of rows for which a condition is TRUE.',
      parameters: [CONDITION],
      result: 'INT',
      leaf: ([filter]) => ({ aggregate: 'COUNT', argument: null, filter: filter! }),
    }),
    CountDistinct: plainAggregate({
      description: 'The number of different values, ignoring NULLs.',
      parameters: [anyParameter('value')],
      result: 'INT',
      leaf: { aggregate: 'COUNT_DISTINCT' },
    }),
    Avg: plainAggregate({
      description:
        'The mean of a number over all rows, ignoring NULLs. It is a sum divided by a count, so its change can be split into contributions.',
      result: 'DOUBLE',
      leaf: 'mean',
    }),
    AvgIf: plainAggregate({
      description: 'The mean of a number over the rows for which a condition is TRUE.',
      parameters: [NUMBER, CONDITION],
      result: 'DOUBLE',
      leaf: 'mean',
    }),
    Min: plainAggregate({
      description: 'The smallest value of a number over all rows; NULL when there is none.',
      result: firstType,
      leaf: { aggregate: 'MIN' },
    }),
    Max: plainAggregate({
      description: 'The largest value of a number over all rows; NULL when there is none.',
      result: firstType,
      leaf: { aggregate: 'MAX' },
    }),
    Median: plainAggregate({
      description:
        'The middle value of a number over all rows, or the mean of the two middle values.',
      result: 'DOUBLE',
      leaf: { aggregate: 'PERCENTILE', fraction: 0.5 },
    }),
    Percentile: plainAggregate({
      description:
        'The value of a number below which a fraction of the rows lies, interpolated linearly between the two nearest values.',
      parameters: [NUMBER, numberParameter('fraction')],
      result: 'DOUBLE',
      accepts: isFraction,
      leaf: ([argument, fraction]) => ({
        aggregate: 'PERCENTILE',
        argument: argument!,
        filter: null,
        fraction: fractionOf(fraction!) ?? 0.5,
      }),
    }),
    StdDev: plainAggregate({
      description:
        'The sample standard deviation of a number over all rows; NULL for fewer than two values.',
      result: 'DOUBLE',
      leaf: { aggregate: 'STDDEV' },
    }),
    Variance: plainAggregate({
      description: 'The sample variance of a number over all rows; NULL for fewer than two values.',
      result: 'DOUBLE',
      leaf: { aggregate: 'VARIANCE' },
    }),
  }

/** What differs between aggregates. */
interface PlainAggregate {
  readonly description: string
  /** @defaultValue one number */
  readonly parameters?: readonly KindParameter[]
  readonly result: ValueType | ((args: readonly TypedExpr[]) => ValueType)
  /** Checks more than the types of arguments: false once a problem is reported. */
  accepts?(args: readonly Argument[], site: CallSite): boolean
  /** The aggregate of the first argument where the second is TRUE; its mean; or a function of the arguments. */
  readonly leaf:
    | Pick<AggregateLeaf, 'aggregate' | 'fraction'>
    | 'mean'
    | ((args: readonly TypedExpr[]) => AggregateLeaf)
}

function plainAggregate(plain: PlainAggregate): AggregateFunction {
  const { description, parameters = [NUMBER], result, accepts, leaf: kind } = plain
  return {
    description,
    parameters,
    check(args, site) {
      const typed = checkKinds(parameters, args, site)
      if (typed === null || accepts?.(args, site) === false) return UNKNOWN
      return callNode(site.function, typeof result === 'function' ? result(typed) : result, typed)
    },
    aggregated({ args }, leaf) {
      if (typeof kind === 'function') return leaf(kind(args))
      const of = { argument: args[0] ?? null, filter: args[1] ?? null }
      if (kind !== 'mean') return leaf({ ...kind, ...of })
      const left = leaf({ aggregate: 'SUM', ...of })
      const right = leaf({ aggregate: 'COUNT', ...of })
      return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left, right }
    },
  }
}

function isFraction([, fraction]: readonly Argument[], site: CallSite): boolean {
  if (fractionOf(fraction!.typed) !== null) return true
  const expected = 'a constant between 0 and 1'
  reportArgument(site, fraction!, { parameter: 'fraction', expected })
  return false
}

function fractionOf(typed: TypedExpr): number | null {
  if (typed.kind !== 'constant' || typed.constant.type === 'NULL') return null
  const fraction = Number(typed.constant.value)
  return fraction >= 0 && fraction <= 1 ? fraction : null
}
