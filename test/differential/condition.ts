import fc from 'fast-check'
import { type Grain, parseMoment, startOf } from './calendar.ts'
import { type Cell, type Row, TEXTS } from './dataset.ts'
import { add, compare, fromText, multiply, type Rational, subtract } from './rational.ts'

/** What a name in an expression stands for: a column of `facts`, or of a lookup. */
export type Type = 'TEXT' | 'BOOLEAN' | 'NUMBER' | 'DATE' | 'TIMESTAMP'

/** Every field by its type; those of lookups say of which table. */
export const FIELDS: Readonly<Record<string, { readonly type: Type; readonly table?: string }>> = {
  at: { type: 'TIMESTAMP' },
  day: { type: 'DATE' },
  moment: { type: 'TIMESTAMP' },
  shop: { type: 'TEXT' },
  kind: { type: 'TEXT' },
  flag: { type: 'BOOLEAN' },
  n: { type: 'NUMBER' },
  big: { type: 'NUMBER' },
  price: { type: 'NUMBER' },
  fine: { type: 'NUMBER' },
  w: { type: 'NUMBER' },
  x: { type: 'NUMBER' },
  region: { type: 'TEXT', table: 'shops' },
  size: { type: 'NUMBER', table: 'shops' },
  opened: { type: 'DATE', table: 'shops' },
  continent: { type: 'TEXT', table: 'countries' },
}

/** A number of a row. */
export type NumberExpression =
  | { readonly op: 'field'; readonly name: string }
  | { readonly op: 'number'; readonly text: string }
  | {
      readonly op: '+' | '-' | '*'
      readonly left: NumberExpression
      readonly right: NumberExpression
    }
  | {
      readonly op: 'if'
      readonly when: Condition
      readonly yes: NumberExpression
      readonly no: NumberExpression
    }

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

/** A condition on a row, with the three-valued logic of SQL. */
export type Condition =
  | { readonly op: 'text'; readonly field: string; readonly is: Comparison; readonly value: string }
  | {
      readonly op: 'in'
      readonly field: string
      readonly values: readonly string[]
      readonly not: boolean
    }
  | { readonly op: 'starts' | 'contains'; readonly field: string; readonly value: string }
  | { readonly op: 'true'; readonly field: string }
  | {
      readonly op: 'numbers'
      readonly left: NumberExpression
      readonly is: Comparison
      readonly right: NumberExpression
    }
  | {
      readonly op: 'time'
      readonly field: string
      readonly grain: Grain | null
      readonly is: Comparison
      readonly value: string
    }
  | { readonly op: 'null'; readonly field: string; readonly not: boolean }
  | { readonly op: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }

/** How an expression calls a field: by name, or by table and column. */
export type NameOf = (field: string) => string

/** The names where lookups can be reached. */
export const columnName: NameOf = (field) => {
  const { table } = FIELDS[field]!
  return table === undefined ? `[${field}]` : `['${table}'/'${field}']`
}

const quoted = (text: string) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

/** A number in the expression language. */
export function numberText(one: NumberExpression, nameOf: NameOf = columnName): string {
  switch (one.op) {
    case 'field':
      return nameOf(one.name)
    case 'number':
      return one.text.startsWith('-') ? `(${one.text})` : one.text
    case 'if':
      return `If(${conditionText(one.when, nameOf)}, ${numberText(one.yes, nameOf)}, ${numberText(one.no, nameOf)})`
    default:
      return `(${numberText(one.left, nameOf)} ${one.op} ${numberText(one.right, nameOf)})`
  }
}

/** A condition in the expression language. */
export function conditionText(one: Condition, nameOf: NameOf = columnName): string {
  switch (one.op) {
    case 'text':
      return `${nameOf(one.field)} ${one.is} ${quoted(one.value)}`
    case 'in':
      return `${one.not ? 'NOT ' : ''}IN(${[nameOf(one.field), ...one.values.map(quoted)].join(', ')})`
    case 'starts':
      return `StartsWith(${nameOf(one.field)}, ${quoted(one.value)})`
    case 'contains':
      return `Contains(${nameOf(one.field)}, ${quoted(one.value)})`
    case 'true':
      return nameOf(one.field)
    case 'numbers':
      return `${numberText(one.left, nameOf)} ${one.is} ${numberText(one.right, nameOf)}`
    case 'time': {
      const name = nameOf(one.field)
      const left = one.grain === null ? name : `DateTrunc(${name}, "${one.grain}")`
      return `${left} ${one.is} ${quoted(one.value)}`
    }
    case 'null':
      return `${one.not ? 'IsNotNull' : 'IsNull'}(${nameOf(one.field)})`
    case 'not':
      return `NOT (${conditionText(one.of, nameOf)})`
    default:
      return one.parts
        .map((part) => `(${conditionText(part, nameOf)})`)
        .join(` ${one.op.toUpperCase()} `)
  }
}

/** The number of a row; null for NULL. */
export function numberOf(one: NumberExpression, row: Row): Rational | null {
  switch (one.op) {
    case 'field':
      return row[one.name] as Rational | null
    case 'number':
      return fromText(one.text)
    case 'if':
      return numberOf(holds(one.when, row) === true ? one.yes : one.no, row)
    default: {
      const [left, right] = [numberOf(one.left, row), numberOf(one.right, row)]
      if (left === null || right === null) return null
      return { '+': add, '-': subtract, '*': multiply }[one.op](left, right)
    }
  }
}

/** Whether a condition is true of a row; null for neither true nor false. */
export function holds(one: Condition, row: Row): boolean | null {
  switch (one.op) {
    case 'text':
      return orNull(row[one.field]!, (value) =>
        compares(one.is, codePointOrder(value as string, one.value)),
      )
    case 'in':
      return orNull(row[one.field]!, (value) => one.values.includes(value as string) !== one.not)
    case 'starts':
      return orNull(row[one.field]!, (value) => (value as string).startsWith(one.value))
    case 'contains':
      return orNull(row[one.field]!, (value) => (value as string).includes(one.value))
    case 'true':
      return row[one.field] as boolean | null
    case 'numbers': {
      const [left, right] = [numberOf(one.left, row), numberOf(one.right, row)]
      return left === null || right === null ? null : compares(one.is, compare(left, right))
    }
    case 'time':
      return orNull(row[one.field]!, (value) => {
        const { time } = value as { time: number }
        const [left, right] = [time, parseMoment(one.value)].map((moment) =>
          one.grain === null ? moment : startOf(moment, one.grain),
        )
        return compares(one.is, left! - right!)
      })
    case 'null':
      return (row[one.field] === null) !== one.not
    case 'not': {
      const inner = holds(one.of, row)
      return inner === null ? null : !inner
    }
    case 'and':
      return all(
        one.parts.map((part) => holds(part, row)),
        false,
      )
    case 'or':
      return all(
        one.parts.map((part) => holds(part, row)),
        true,
      )
  }
}

/** `decisive` when one part is; else NULL when one part is; else the other truth value. */
function all(parts: readonly (boolean | null)[], decisive: boolean): boolean | null {
  if (parts.includes(decisive)) return decisive
  return parts.includes(null) ? null : !decisive
}

function orNull(value: Cell, then: (value: Exclude<Cell, null>) => boolean): boolean | null {
  return value === null ? null : then(value)
}

function compares(is: Comparison, order: number): boolean {
  return {
    '=': order === 0,
    '!=': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  }[is]
}

/** Below 0, 0 or above 0: the order of texts by their code points. */
export function codePointOrder(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** The fields that an expression names. */
export function fieldsOf(one: Condition | NumberExpression): readonly string[] {
  const names: string[] = []
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { op, name, field } = part as { op?: string; name?: string; field?: string }
    if (op === 'field') names.push(name!)
    if (field !== undefined) names.push(field)
    for (const child of Object.values(part)) walk(child)
  }
  walk(one)
  return names
}

// Random conditions.

const comparisons = fc.constantFrom<Comparison>('=', '!=', '<', '<=', '>', '>=')
const texts = fc.constantFrom('shop', 'kind', 'region', 'continent')
const values = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...TEXTS))
const named = (name: string): NumberExpression => ({ op: 'field', name })
const literal = (text: string): NumberExpression => ({ op: 'number', text })

/** Numbers of exact types: whole numbers and decimals. */
const exactNumbers: fc.Arbitrary<NumberExpression> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('n', 'price', 'fine', 'size').map(named) },
  { weight: 2, arbitrary: fc.constantFrom('0', '1', '3', '250.5', '-1', '0.000001').map(literal) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constantFrom('+' as const, '-' as const, '*' as const),
      left: fc.constantFrom('n', 'price', 'size').map(named),
      right: fc.oneof(
        fc.constantFrom('n', 'size').map(named),
        fc.constantFrom('2', '-1', '0.5').map(literal),
      ),
    }),
  },
)
const numbers: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    op: fc.constant('numbers' as const),
    left: exactNumbers,
    is: comparisons,
    right: exactNumbers,
  }),
  fc.record({
    op: fc.constant('numbers' as const),
    left: fc.constantFrom('w', 'x').map(named),
    is: comparisons,
    right: fc.constantFrom('0', '1', '2.5', '5').map(literal),
  }),
  fc.record({
    op: fc.constant('numbers' as const),
    left: fc.constant(named('big')),
    is: comparisons,
    right: fc
      .constantFrom('0', '9007199254740993', '9007199254740992', '-9007199254740993')
      .map(literal),
  }),
)
const times: fc.Arbitrary<Condition> = fc.record({
  op: fc.constant('time' as const),
  field: fc.constantFrom('at', 'day', 'moment', 'opened'),
  grain: fc.option(
    fc.constantFrom<Grain>(
      'DAY',
      'WEEK',
      'MONTH',
      'QUARTER',
      'YEAR',
      'FISCAL_QUARTER',
      'FISCAL_YEAR',
    ),
    {
      freq: 2,
      nil: null,
    },
  ),
  is: comparisons,
  value: fc.constantFrom('2024-02-01', '2024-02-12', '2024-02-29', '2024-03-31', '2024-01-01'),
})

/** Whether a text function may ask for a value: an engine may read an empty pattern in its own way. */
const pattern = values.filter((value) => value !== '')

/** Conditions on rows. */
export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ op: fc.constant('text' as const), field: texts, is: comparisons, value: values }),
    fc.record({
      op: fc.constant('in' as const),
      field: texts,
      values: fc.uniqueArray(values, { minLength: 1, maxLength: 4 }),
      not: fc.boolean(),
    }),
    fc.record({
      op: fc.constantFrom('starts' as const, 'contains' as const),
      field: texts,
      value: pattern,
    }),
    fc.constant<Condition>({ op: 'true', field: 'flag' }),
    numbers,
    times,
    fc.record({
      op: fc.constant('null' as const),
      field: fc.constantFrom(...Object.keys(FIELDS)),
      not: fc.boolean(),
    }),
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), of: tie('condition') }),
  ),
})).condition
