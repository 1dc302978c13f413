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
import type { AggregateFunction, AggregateLeaf, Argument, CallSite } from '../definition.ts'

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
      leaf: { formula: mean },
    }),
    AvgIf: plainAggregate({
      description: 'The mean of a number over the rows for which a condition is TRUE.',
      parameters: [NUMBER, CONDITION],
      result: 'DOUBLE',
      leaf: { formula: mean },
    }),
    Min: plainAggregate({
      description:
        'The smallest value of a number, text, date or time over all rows; NULL when there is none.',
      parameters: [ORDERED],
      result: firstType,
      leaf: { aggregate: 'MIN' },
    }),
    Max: plainAggregate({
      description:
        'The largest value of a number, text, date or time over all rows; NULL when there is none.',
      parameters: [ORDERED],
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
      leaf: percentileLeaf('PERCENTILE'),
    }),
    PercentileDisc: plainAggregate({
      description:
        'The smallest value of a number that a fraction of the values does not exceed: one of the values, where Percentile interpolates between two.',
      parameters: [NUMBER, numberParameter('fraction')],
      result: 'DOUBLE',
      accepts: isFraction,
      leaf: percentileLeaf('PERCENTILE_DISC'),
    }),
    SumDistinct: plainAggregate({
      description: 'The sum of the different values of a number over all rows, ignoring NULLs.',
      result: firstType,
      leaf: { aggregate: 'SUM', distinct: true },
    }),
    AnyValue: plainAggregate({
      description:
        'One of the values over all rows, for values that are the same in all of them: the smallest, so that every engine gives the same one. NULL when there is none.',
      parameters: [ORDERED],
      result: firstType,
      leaf: { aggregate: 'MIN' },
    }),
    BoolOr: plainAggregate({
      description:
        'TRUE when a condition is TRUE for at least one row; NULL when it is NULL for all of them.',
      parameters: [CONDITION],
      result: 'BOOLEAN',
      leaf: {
        formula: (args, leaf) => createCountCondition(args, leaf, (hits) => isMoreThanNone(hits)),
      },
    }),
    BoolAnd: plainAggregate({
      description:
        'TRUE when a condition is TRUE for every row for which it is not NULL; NULL when it is NULL for all of them.',
      parameters: [CONDITION],
      result: 'BOOLEAN',
      leaf: {
        formula: (args, leaf) =>
          createCountCondition(args, leaf, (hits, all) => createComparisonNode('=', hits, all)),
      },
    }),
    StdDev: plainAggregate({
      description:
        'The sample standard deviation of a number over all rows; NULL for fewer than two values.',
      result: 'DOUBLE',
      leaf: { aggregate: 'STDDEV' },
    }),
    StdDevPop: plainAggregate({
      description:
        'The population standard deviation of a number over all rows; NULL without a value.',
      result: 'DOUBLE',
      leaf: {
        formula: (args, leaf) => callNode('Sqrt', 'DOUBLE', [populationVariance(args, leaf)]),
      },
    }),
    Variance: plainAggregate({
      description: 'The sample variance of a number over all rows; NULL for fewer than two values.',
      result: 'DOUBLE',
      leaf: { aggregate: 'VARIANCE' },
    }),
    VariancePop: plainAggregate({
      description: 'The population variance of a number over all rows; NULL without a value.',
      result: 'DOUBLE',
      leaf: { formula: populationVariance },
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
  readonly leaf:
    | Pick<AggregateLeaf, 'aggregate' | 'fraction' | 'distinct'>
    | ((args: readonly TypedExpr[]) => AggregateLeaf)
    | { readonly formula: FormulaOfLeaves }
}

/** The formula of a call from its arguments; `leaf` gives the reference that stands for an aggregate. */
type FormulaOfLeaves = (
  args: readonly TypedExpr[],
  leaf: (leaf: AggregateLeaf) => TypedReference,
) => TypedExpr

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
      if ('formula' in kind) return kind.formula(args, leaf)
      return leaf({ ...kind, ...toLeafArguments(args) })
    },
  }
}

/** The first argument, where the second is TRUE. */
function toLeafArguments(args: readonly TypedExpr[]): Pick<AggregateLeaf, 'argument' | 'filter'> {
  return { argument: args[0] ?? null, filter: args[1] ?? null }
}

function percentileLeaf(aggregate: 'PERCENTILE' | 'PERCENTILE_DISC') {
  return ([argument, fraction]: readonly TypedExpr[]): AggregateLeaf => ({
    aggregate,
    argument: argument!,
    filter: null,
    fraction: getConstantFraction(fraction!) ?? 0.5,
  })
}

function mean(...[args, leaf]: Parameters<FormulaOfLeaves>): TypedExpr {
  const left = leaf({ aggregate: 'SUM', ...toLeafArguments(args) })
  const right = leaf({ aggregate: 'COUNT', ...toLeafArguments(args) })
  return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left, right }
}

/** The sample variance by one less than the count, over the count; 0 of one value, which has no sample variance. */
function populationVariance(...[args, leaf]: Parameters<FormulaOfLeaves>): TypedExpr {
  const sample = leaf({ aggregate: 'VARIANCE', ...toLeafArguments(args) })
  const count = leaf({ aggregate: 'COUNT', ...toLeafArguments(args) })
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
  leaf: Parameters<FormulaOfLeaves>[1],
  holds: (hits: TypedExpr, all: TypedExpr) => TypedExpr,
): TypedExpr {
  const hits = leaf({ aggregate: 'COUNT', argument: null, filter: condition! })
  const all = leaf({ aggregate: 'COUNT', argument: condition!, filter: null })
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
