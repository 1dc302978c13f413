import type { Context } from './context/context.ts'
import type { At, Value } from './context/value.ts'
import { asText } from './functions/texts.ts'
import { addTime, intervalGrain } from './functions/times.ts'
import { refuse } from './syntax/refusal.ts'
import type { SqlForm, SqlNode } from './syntax/sql-tree.ts'

type Binary = Extract<SqlForm, { kind: 'binary' }> & Pick<SqlNode, 'span'>
type Place = Context & { readonly at: At }

const COMPARISONS = {
  '=': '=',
  '==': '=',
  '<>': '!=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
} as const

/** Translates an operator with two operands. */
export function translateBinary(node: Binary, place: Place): Value {
  const { op, left, right } = node
  if ((op === '+' || op === '-') && (right.kind === 'interval' || left.kind === 'interval')) {
    return addInterval(node, place)
  }
  const { at, value } = place
  if (op in COMPARISONS) {
    return at.compare(COMPARISONS[op as keyof typeof COMPARISONS], value(left), value(right))
  }
  const [a, b] = [value(left), value(right)]
  switch (op) {
    case 'AND':
    case 'OR':
      return at.join(op, [a, b])
    case '<=>':
      return isSame(a, b, at)
    case 'IS DISTINCT FROM':
      return at.not(isSame(a, b, at))
    case '||':
      return at.call('Concat', [asText(place, a), asText(place, b)], 'STRING')
    case '/':
      return divide(node, [a, b], place)
    case 'DIV':
    case '//':
      return at.call('Trunc', [at.calculate('/', a, b)], 'INT')
    case '+':
    case '-':
    case '*':
    case '%':
      return at.calculate(op, a, b)
    default:
      return refuse(`the operator ${op}`, node.span)
  }
}

/** Whether two values are equal, or both NULL. */
function isSame(a: Value, b: Value, at: At): Value {
  const [aIsNull, bIsNull] = [at.isNull(a), at.isNull(b)]
  return at.case(
    at.join('OR', [aIsNull, bIsNull]),
    at.join('AND', [aIsNull, bIsNull]),
    at.compare('=', a, b),
  )
}

function divide(node: Binary, [a, b]: readonly [Value, Value], place: Place): Value {
  const { at, facts, note } = place
  const quotient = at.calculate('/', a, b)
  if (!facts.cutsIntegers) return quotient
  const types = [a.type, b.type]
  if (types.every((type) => type === 'INT')) return at.call('Trunc', [quotient], 'INT')
  if (types.every((type) => type === 'INT' || type === 'UNKNOWN')) {
    note(
      `INTEGER_DIVISION: ${facts.name} cuts the quotient of two integers, which is not done here`,
      node.span,
    )
  }
  return quotient
}

function addInterval({ op, left, right, span }: Binary, place: Place): Value {
  const sign = op === '+' ? 1 : -1
  if (left.kind === 'interval') {
    if (sign < 0 || right.kind === 'interval') refuse('arithmetic of intervals', span)
    return addTime(place, place.value(right), {
      count: left.count,
      grain: intervalGrain(left.unit, left),
      sign,
    })
  }
  if (right.kind !== 'interval') return refuse('arithmetic of intervals', span)
  return addTime(place, place.value(left), {
    count: right.count,
    grain: intervalGrain(right.unit, right),
    sign,
  })
}
