import type { FunctionNameOf } from '../../tree/function-names.ts'
import {
  callNode,
  constantNode,
  type TypedExpr,
  type TypedReference,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
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
import type { AggregateFunction, AggregateMeasure, Argument, CallSite } from '../definition.ts'

const NUMBER = numberParameter('number')
const CONDITION = conditionParameter('condition')
const ORDERED: KindParameter = {
  name: 'value',
  takes: 'a number, a text, a date or a time',
  types: ['INT', 'DECIMAL', 'DOUBLE', 'STRING', 'DATE', 'TIMESTAMP'],
}

/** The functions over many rows, for the formulas of metrics. */
export const AGGREGATE_FUNCTIONS: Readonly<Record<FunctionNameOf<'aggregate'>, AggregateFunction>> =
  {
    Sum: plainAggregate({
      description: 'The sum of a number over all rows, ignoring NULLs.',
      result: firstType,
      measure: { aggregate: 'SUM' },
    }),
    SumIf: plainAggregate({
      description: 'The sum of a number over the rows for which a condition is TRUE.',
      parameters: [NUMBER, CONDITION],
      result: firstType,
      measure: { aggregate: 'SUM' },
    }),
    Count: plainAggregate({
      description: 'The number of rows, or of rows in which a value is not NULL.',
      parameters: [anyParameter('value', { optional: true })],
      result: 'INT',
      measure: { aggregate: 'COUNT' },
    }),
    CountIf: plainAggregate({
      description: 'The number of rows for which a condition is TRUE.',
      parameters: [CONDITION],
      result: 'INT',
      measure: ([filter]) => ({ aggregate: 'COUNT', argument: null, filter: filter! }),
    }),
    CountDistinct: plainAggregate({
      description: 'The number of different values, ignoring NULLs.',
      parameters: [anyParameter('value')],
      result: 'INT',
      measure: { aggregate: 'COUNT_DISTINCT' },
    }),
    Avg: plainAggregate({
      description:
        'The mean of a number over all rows, ignoring NULLs. It is a sum divided by a count, so its change can be split into contributions.',
      result: 'DOUBLE',
      measure: { formula: mean },
    }),
    AvgIf: plainAggregate({
      description: 'The mean of a number over the rows for which a condition is TRUE.',
      parameters: [NUMBER, CONDITION],
      result: 'DOUBLE',
      measure: { formula: mean },
    }),
    Min: plainAggregate({
      description:
        'The smallest value of a number, text, date or time over all rows; NULL when there is none.',
      parameters: [ORDERED],
      result: firstType,
      measure: { aggregate: 'MIN' },
    }),
    Max: plainAggregate({
      description:
        'The largest value of a number, text, date or time over all rows; NULL when there is none.',
      parameters: [ORDERED],
      result: firstType,
      measure: { aggregate: 'MAX' },
    }),
    Median: plainAggregate({
      description:
        'The middle value of a number over all rows, or the mean of the two middle values.',
      result: 'DOUBLE',
      measure: { aggregate: 'PERCENTILE', fraction: 0.5 },
    }),
    Percentile: plainAggregate({
      description:
        'The value of a number below which a fraction of the rows lies, interpolated linearly between the two nearest values.',
      parameters: [NUMBER, numberParameter('fraction')],
      result: 'DOUBLE',
      accepts: isFraction,
      measure: percentileMeasure('PERCENTILE'),
    }),
    PercentileDisc: plainAggregate({
      description:
        'The smallest value of a number that a fraction of the values does not exceed: one of the values, where Percentile interpolates between two.',
      parameters: [NUMBER, numberParameter('fraction')],
      result: 'DOUBLE',
      accepts: isFraction,
      measure: percentileMeasure('PERCENTILE_DISC'),
    }),
    SumDistinct: plainAggregate({
      description: 'The sum of the different values of a number over all rows, ignoring NULLs.',
      result: firstType,
      measure: { aggregate: 'SUM', distinct: true },
    }),
    AnyValue: plainAggregate({
      description:
        'One of the values over all rows, for values that are the same in all of them: the smallest, so that every engine gives the same one. NULL when there is none.',
      parameters: [ORDERED],
      result: firstType,
      measure: { aggregate: 'MIN' },
    }),
    BoolOr: plainAggregate({
      description:
        'TRUE when a condition is TRUE for at least one row; NULL when it is NULL for all of them.',
      parameters: [CONDITION],
      result: 'BOOLEAN',
      measure: {
        formula: (args, measure) =>
          createCountCondition(args, measure, (hits) => isMoreThanNone(hits)),
      },
    }),
    BoolAnd: plainAggregate({
      description:
        'TRUE when a condition is TRUE for every row for which it is not NULL; NULL when it is NULL for all of them.',
      parameters: [CONDITION],
      result: 'BOOLEAN',
      measure: {
        formula: (args, measure) =>
          createCountCondition(args, measure, (hits, all) => createComparisonNode('=', hits, all)),
      },
    }),
    StdDev: plainAggregate({
      description:
        'The sample standard deviation of a number over all rows; NULL for fewer than two values.',
      result: 'DOUBLE',
      measure: { aggregate: 'STDDEV' },
    }),
    StdDevPop: plainAggregate({
      description:
        'The population standard deviation of a number over all rows; NULL without a value.',
      result: 'DOUBLE',
      measure: {
        formula: (args, measure) => callNode('Sqrt', 'DOUBLE', [populationVariance(args, measure)]),
      },
    }),
    Variance: plainAggregate({
      description: 'The sample variance of a number over all rows; NULL for fewer than two values.',
      result: 'DOUBLE',
      measure: { aggregate: 'VARIANCE' },
    }),
    VariancePop: plainAggregate({
      description: 'The population variance of a number over all rows; NULL without a value.',
      result: 'DOUBLE',
      measure: { formula: populationVariance },
    }),
  }

/** The parts in which aggregates differ. */
interface PlainAggregate {
  readonly description: string
  /** @defaultValue one number */
  readonly parameters?: readonly KindParameter[]
  readonly result: ValueType | ((args: readonly TypedExpr[]) => ValueType)
  /** Checks more than the types of arguments: false once a problem is reported. */
  accepts?(args: readonly Argument[], site: CallSite): boolean
  /** The aggregate of the first argument where the second is TRUE; a function of the arguments; or a formula of aggregates. */
  readonly measure:
    | Pick<AggregateMeasure, 'aggregate' | 'fraction' | 'distinct'>
    | ((args: readonly TypedExpr[]) => AggregateMeasure)
    | { readonly formula: FormulaOfMeasures }
}

/** The formula of a call from its arguments; `measure` gives the reference that stands for an aggregate. */
type FormulaOfMeasures = (
  args: readonly TypedExpr[],
  measure: (measure: AggregateMeasure) => TypedReference,
) => TypedExpr

function plainAggregate(plain: PlainAggregate): AggregateFunction {
  const { description, parameters = [NUMBER], result, accepts, measure: kind } = plain
  return {
    description,
    parameters,
    check(args, site) {
      const typed = checkKinds(parameters, args, site)
      if (typed === null || accepts?.(args, site) === false) return UNKNOWN
      return callNode(site.function, typeof result === 'function' ? result(typed) : result, typed)
    },
    aggregated({ args }, measure) {
      if (typeof kind === 'function') return measure(kind(args))
      if ('formula' in kind) return kind.formula(args, measure)
      return measure({ ...kind, ...toMeasureArguments(args) })
    },
  }
}

/** The first argument, where the second is TRUE. */
function toMeasureArguments(
  args: readonly TypedExpr[],
): Pick<AggregateMeasure, 'argument' | 'filter'> {
  return { argument: args[0] ?? null, filter: args[1] ?? null }
}

function percentileMeasure(aggregate: 'PERCENTILE' | 'PERCENTILE_DISC') {
  return ([argument, fraction]: readonly TypedExpr[]): AggregateMeasure => ({
    aggregate,
    argument: argument!,
    filter: null,
    fraction: getConstantFraction(fraction!) ?? 0.5,
  })
}

function mean(...[args, measure]: Parameters<FormulaOfMeasures>): TypedExpr {
  const left = measure({ aggregate: 'SUM', ...toMeasureArguments(args) })
  const right = measure({ aggregate: 'COUNT', ...toMeasureArguments(args) })
  return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left, right }
}

/** The sample variance by one less than the count, over the count; 0 of one value, which has no sample variance. */
function populationVariance(...[args, measure]: Parameters<FormulaOfMeasures>): TypedExpr {
  const sample = measure({ aggregate: 'VARIANCE', ...toMeasureArguments(args) })
  const count = measure({ aggregate: 'COUNT', ...toMeasureArguments(args) })
  const calculated = (op: '-' | '*' | '/', left: TypedExpr, right: TypedExpr): TypedExpr => {
    const type = op === '-' ? 'INT' : 'DOUBLE'
    return { kind: 'arithmetic', type, op, left, right }
  }
  const squares = calculated('*', sample, calculated('-', count, createIntNode(1n)))
  return callNode('If', 'DOUBLE', [
    createComparisonNode('=', count, createIntNode(1n)),
    constantNode({ type: 'DOUBLE', value: 0 }),
    calculated('/', squares, count),
  ])
}

/** A condition on how often the argument is TRUE and how often it has a value; NULL where it has none. */
function createCountCondition(
  [condition]: readonly TypedExpr[],
  measure: Parameters<FormulaOfMeasures>[1],
  holds: (hits: TypedExpr, all: TypedExpr) => TypedExpr,
): TypedExpr {
  const hits = measure({ aggregate: 'COUNT', argument: null, filter: condition! })
  const all = measure({ aggregate: 'COUNT', argument: condition!, filter: null })
  const none = constantNode({ type: 'NULL', value: null }, 'BOOLEAN')
  return callNode('If', 'BOOLEAN', [isMoreThanNone(all), holds(hits, all), none])
}

function isMoreThanNone(count: TypedExpr): TypedExpr {
  return createComparisonNode('>', count, createIntNode(0n))
}

function createComparisonNode(op: '=' | '>', left: TypedExpr, right: TypedExpr): TypedExpr {
  return { kind: 'comparison', type: 'BOOLEAN', op, left, right }
}

function createIntNode(value: bigint): TypedExpr {
  return constantNode({ type: 'INT', value })
}

function isFraction([, fraction]: readonly Argument[], site: CallSite): boolean {
  if (getConstantFraction(fraction!.typed) !== null) return true
  const expected = 'a constant between 0 and 1'
  reportArgument(site, fraction!, { parameter: 'fraction', expected })
  return false
}

function getConstantFraction(typed: TypedExpr): number | null {
  if (typed.kind !== 'constant' || typed.constant.type === 'NULL') return null
  const fraction = Number(typed.constant.value)
  return fraction >= 0 && fraction <= 1 ? fraction : null
}
