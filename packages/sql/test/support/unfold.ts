import {
  check,
  type Expr,
  evaluate,
  parse,
  parseTime,
  print,
  rewrite,
  toText,
  type Value,
  type ValueType,
  walk,
} from '@tributary/expression'
import { type JudgedColumn, scopeOf } from './row-judge.ts'

/** An expression and the columns that it reads. */
export interface Unfolded {
  readonly text: string
  readonly columns: Readonly<Record<string, JudgedColumn>>
  /** The text of its value, from the row evaluator. */
  readonly value: string | null
}

/**
 * An expression of constants as one of columns that hold them, so that nothing of it is computed before an engine
 * sees it. What must be constant stays. Column names begin with `prefix`.
 */
export function unfold(text: string, prefix: string): Unfolded {
  let ast = parsed(text)
  let columns: Unfolded['columns'] = {}
  const literals: Expr[] = []
  walk(ast, (node) => literals.push(node))
  for (const literal of literals) {
    const name = `${prefix}${Object.keys(columns).length}`
    for (const column of columnsFor(literal)) {
      const wider = { ...columns, [name]: column }
      const field: Expr = { kind: 'field', name, span: literal.span }
      const replaced = rewrite(ast, (node) => (node === literal ? field : node))
      if (!isRight(replaced, wider)) continue
      ast = replaced
      columns = wider
      break
    }
  }
  return { text: print(ast), columns, value: evaluated(ast, columns) }
}

function parsed(text: string): Expr {
  const { ast } = parse(text)
  if (ast === null) throw new TypeError(`An example must be an expression: ${text}`)
  return ast
}

function columnsFor(literal: Expr): readonly JudgedColumn[] {
  switch (literal.kind) {
    case 'boolean':
      return [holding('BOOLEAN', literal.value)]
    case 'string': {
      const time = parseTime(literal.value)
      const text = holding('STRING', literal.value)
      return time === null ? [text] : [text, holding('TIMESTAMP', time)]
    }
    case 'number': {
      const { typed } = check(literal, scopeOf({}), {})
      if (typed?.kind !== 'constant') throw new TypeError('A number is a constant')
      const { constant } = typed
      if (constant.type !== 'DECIMAL') return [holding(constant.type as ValueType, constant.value)]
      const [whole = '', fraction = ''] = constant.value.split('.')
      const units = BigInt(whole + fraction)
      return [holding('DECIMAL', { units, scale: fraction.length })]
    }
    default:
      return []
  }
}

function holding(type: ValueType, value: Value): JudgedColumn {
  return { type, values: [value] }
}

function evaluated(ast: Expr, columns: Unfolded['columns']): string | null {
  const { typed } = check(ast, scopeOf(columns), { now: 0n })
  if (typed === null) throw new TypeError(`An example must be right: ${print(ast)}`)
  return toText(
    evaluate(typed, ({ name }) => columns[name]?.values[0] ?? null),
    typed.type,
  )
}

function isRight(ast: Expr, columns: Unfolded['columns']): boolean {
  const { diagnostics } = check(ast, scopeOf(columns), { now: 0n })
  return diagnostics.every((one) => one.severity !== 'error')
}
