import type { Condition } from './condition.ts'
import {
  type Aggregate,
  ATOMS,
  type Atom,
  type Formula,
  MADE,
  type Period,
  type SamePeriod,
  type Temporary,
} from './metric.ts'
import type { Question } from './question.ts'

/** Another window in place of the question's. */
export type Move =
  | { readonly op: 'period'; readonly period: Period }
  | { readonly op: 'same'; readonly same: SamePeriod }

/** An aggregate below a formula, with all that the metrics above it add. */
export interface Measure {
  readonly atom: Atom
  readonly filters: readonly Condition[]
  readonly tags: readonly string[]
  /** The outermost first. */
  readonly moves: readonly Move[]
  readonly step: Temporary['step']
}

/** A formula whose metrics are measures by their place in the list. */
export type MeasureFormula =
  | { readonly op: 'measure'; readonly at: number }
  | { readonly op: 'number'; readonly text: string }
  | {
      readonly op: '+' | '-' | '*' | '/'
      readonly left: MeasureFormula
      readonly right: MeasureFormula
    }
  | { readonly op: 'negate'; readonly of: MeasureFormula }
  | { readonly op: 'safe'; readonly left: MeasureFormula; readonly right: MeasureFormula }
  | { readonly op: 'sqrt' | 'ln' | 'exp'; readonly of: MeasureFormula }

/** A metric as a formula over aggregates; `refused` says why there is none. */
export interface Resolved {
  readonly measures: readonly Measure[]
  readonly formula: MeasureFormula
  readonly refused: readonly string[]
}

interface Above {
  readonly filters: readonly Condition[]
  readonly tags: readonly string[]
  readonly moves: readonly Move[]
  readonly step: Temporary['step']
}

/** Aggregates that are 0 over nothing. */
export const ADDED: ReadonlySet<Aggregate> = new Set<Aggregate>(['SUM', 'COUNT', 'COUNT_DISTINCT'])

const NOTHING: Above = { filters: [], tags: [], moves: [], step: null }

/** What a question's metric is computed from; refused with any of the metrics that it defines. */
export function resolved(question: Question): Resolved {
  const { metric, temporaries } = question
  const others = temporaries.flatMap(({ key }) => resolvedMetric(question, key).refused)
  const own = resolvedMetric(question, metric)
  return { ...own, refused: [...own.refused, ...others] }
}

function resolvedMetric({ temporaries }: Question, metric: string): Resolved {
  const measures: Measure[] = []
  const refused: string[] = []

  const measure = (atom: Atom, above: Above): MeasureFormula => {
    const one: Measure = { atom, ...above }
    const same = measures.findIndex((other) => JSON.stringify(other) === JSON.stringify(one))
    if (same >= 0) return { op: 'measure', at: same }
    return { op: 'measure', at: measures.push(one) - 1 }
  }
  const named = (name: string, above: Above): MeasureFormula => {
    const own = temporaries.find(({ key }) => key === name)
    if (own !== undefined) return temporary(own, above)
    const atom = ATOMS.find((one) => one.name === name)
    if (atom !== undefined) return measure(atom, above)
    const made = MADE.find((one) => one.name === name)!
    return 'metric' in made
      ? named(made.metric, { ...above, filters: [...above.filters, ...made.filters] })
      : inside(made.formula, above)
  }
  const inside = (formula: Formula, above: Above): MeasureFormula => {
    switch (formula.op) {
      case 'metric':
        return named(formula.name, above)
      case 'number':
        return formula
      case 'negate':
      case 'sqrt':
      case 'ln':
      case 'exp':
        return { op: formula.op, of: inside(formula.of, above) }
      case 'nullif':
      case 'case':
        // The guard says what a quotient does by itself.
        return {
          op: '/',
          left: inside(formula.left, above),
          right: inside(formula.right, above),
        }
      default:
        return {
          op: formula.op,
          left: inside(formula.left, above),
          right: inside(formula.right, above),
        }
    }
  }
  const temporary = (own: Temporary, above: Above): MeasureFormula => {
    const twice = own.same !== null && own.step !== null && 'dimensions' in own.step
    if (twice || (own.step !== null && above.step !== null))
      refused.push('CATALOG_UNSUPPORTED_METRIC')
    const below: Above = {
      filters: [...above.filters, ...own.filters],
      tags: own.tag === null ? above.tags : [...above.tags, own.tag],
      moves: above.moves,
      step: own.step ?? above.step,
    }
    const base = (moves: readonly Move[]): MeasureFormula => {
      const period: readonly Move[] =
        own.period === null ? [] : [{ op: 'period', period: own.period }]
      const at: Above = { ...below, moves: [...moves, ...period] }
      const formula = typeof own.of === 'string' ? named(own.of, at) : inside(own.of, at)
      if (own.step !== null && formula.op !== 'measure') refused.push('CATALOG_UNSUPPORTED_METRIC')
      return formula
    }
    const { same } = own
    if (same === null) return base(above.moves)
    const then = base([...above.moves, { op: 'same', same }])
    if (same.method === 'value') return then
    const now = base(above.moves)
    const [left, right] = same.method.startsWith('growth') ? [now, then] : [then, now]
    const change: MeasureFormula = { op: '-', left, right }
    return same.method === 'growthvalue' || same.method === 'decrease'
      ? change
      : { op: '/', left: change, right: then }
  }
  const formula = named(metric, NOTHING)
  return { measures: measures, formula, refused }
}

/**
 * How far two doors may be apart, relative to a value: nothing, or the last digits of variances and deviations, which
 * are computed from squares.
 */
export function toleranceOf(question: Question): number {
  const isRough = resolved(question).measures.some(
    ({ atom: { aggregate } }) => aggregate === 'VARIANCE' || aggregate === 'STDDEV',
  )
  return isRough ? 1e-12 : 0
}
