import type { Scope, TypedExpr, ValueType } from '@tributary/expression'
import type { ResolvedMetric } from '../request.ts'
import type { Aggregate, Leaf } from '../source.ts'
import type { LeafQuestion, MetricQuestion } from './table-question.ts'
import { leafScope } from './table-scope.ts'

/** Checks a text of a question; `path` says where it stands, `within` replaces the table's scope. */
export type CompileText = (
  text: string,
  options: {
    readonly path: string
    readonly expect?: ValueType | 'NUMBER'
    readonly within?: Scope
  },
) => TypedExpr

/** The metric of a table question: its leaves and its formula, checked. */
export function resolveMetricQuestion(
  question: MetricQuestion,
  compileText: CompileText,
): ResolvedMetric {
  const composite = 'formula' in question
  const asked = composite ? Object.entries(question.leaves) : [['metric', question] as const]
  const leaves = asked.map(([name, leaf]) =>
    toLeaf(name, leaf, { path: composite ? `metric.leaves.${name}` : 'metric', compileText }),
  )
  const within = leafScope(new Map(leaves.map((leaf) => [leaf.name, resultType(leaf)])))
  const formula = composite
    ? compileText(question.formula, { path: 'metric.formula', expect: 'NUMBER', within })
    : compileText('[metric]', { path: 'metric', within })
  return { name: 'metric', leaves, formula }
}

function toLeaf(
  name: string,
  question: LeafQuestion,
  context: { readonly path: string; readonly compileText: CompileText },
): Leaf {
  const { path, compileText } = context
  const { aggregate, text, number } = aggregateOf(name, question)
  const expect = number ? { expect: 'NUMBER' as const } : {}
  return {
    name,
    aggregate,
    argument: text === null ? null : compileText(text, { path, ...expect }),
    filter:
      question.where === undefined
        ? null
        : compileText(question.where, { path: `${path}.where`, expect: 'BOOLEAN' }),
  }
}

function aggregateOf(
  name: string,
  question: LeafQuestion,
): {
  readonly aggregate: Aggregate
  readonly text: string | null
  readonly number: boolean
} {
  if ('sum' in question) return { aggregate: 'SUM', text: question.sum, number: true }
  if ('min' in question) return { aggregate: 'MIN', text: question.min, number: true }
  if ('max' in question) return { aggregate: 'MAX', text: question.max, number: true }
  if ('count' in question) return { aggregate: 'COUNT', text: question.count, number: false }
  if ('countDistinct' in question) {
    return { aggregate: 'COUNT_DISTINCT', text: question.countDistinct, number: false }
  }
  if ('countRows' in question) return { aggregate: 'COUNT', text: null, number: false }
  throw new TypeError(
    `Leaf "${name}" must say what it aggregates by one of sum, min, max, count, countDistinct and countRows; it has ${Object.keys(question).join(', ') || 'nothing'}`,
  )
}

function resultType(leaf: Leaf): ValueType {
  const counts = leaf.aggregate === 'COUNT' || leaf.aggregate === 'COUNT_DISTINCT'
  return counts ? 'INT' : (leaf.argument?.type ?? 'DOUBLE')
}
