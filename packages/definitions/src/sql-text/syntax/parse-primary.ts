import type { Cursor } from './cursor.ts'
import { refuse } from './refusal.ts'
import type { NamePart, SqlCase, SqlForm, SqlNode } from './sql-tree.ts'

/** Parses an expression of any kind. */
export type ParseExpression = (cursor: Cursor) => SqlNode

/** Keywords that end an expression, so that none of them is read as a name. */
const RESERVED = new Set(
  'AND OR NOT IN IS LIKE ILIKE BETWEEN CASE WHEN THEN ELSE END FROM WHERE ORDER GROUP BY HAVING LIMIT UNION SELECT AS OVER DISTINCT ESCAPE'.split(
    ' ',
  ),
)

const BEGINS_QUERY = ['SELECT', 'WITH', 'VALUES']

/** Parses a value without operators around it. */
export function parsePrimary(cursor: Cursor, parse: ParseExpression): SqlNode {
  const { token } = cursor
  const { start } = token.span
  const node = (form: SqlForm): SqlNode => ({ ...form, span: cursor.spanFrom(start) })
  if (token.kind === 'number') return node({ kind: 'number', raw: cursor.take().value })
  if (token.kind === 'text') return node({ kind: 'text', value: cursor.take().value })
  if (cursor.isSign('(')) return parseGroup(cursor, parse)
  if (token.kind === 'name') return node(parseName(cursor))
  if (token.kind !== 'word') return cursor.unexpected('a value')
  return node(parseWord(cursor, parse))
}

function parseGroup(cursor: Cursor, parse: ParseExpression): SqlNode {
  const { start } = cursor.take().span
  if (cursor.isWord(...BEGINS_QUERY)) refuse('a query within an expression', cursor.token.span)
  const inner = parse(cursor)
  if (cursor.isSign(',')) refuse('several values in parentheses', cursor.token.span)
  cursor.needSign(')')
  return { ...inner, isGrouped: true, span: cursor.spanFrom(start) }
}

function parseWord(cursor: Cursor, parse: ParseExpression): SqlForm {
  const word = cursor.token.value.toUpperCase()
  const next = cursor.ahead()
  if (word === 'TRUE' || word === 'FALSE') {
    cursor.take()
    return { kind: 'constant', value: word === 'TRUE' }
  }
  if (word === 'NULL') {
    cursor.take()
    return { kind: 'constant', value: null }
  }
  if (word === 'CASE') return parseCase(cursor, parse)
  if (word === 'INTERVAL' && next.kind !== 'sign') return parseInterval(cursor, parse)
  if (next.kind === 'text') return parseTypedText(cursor, word)
  if (WITHOUT_PARENTHESES.has(word) && next.value !== '(') {
    const { span } = cursor.take()
    return { ...NO_MORE, kind: 'call', name: word, nameSpan: span, args: [] }
  }
  if (RESERVED.has(word)) cursor.unexpected('a value')
  if (next.kind === 'sign' && next.value === '(') return parseCall(cursor, parse)
  return parseName(cursor)
}

const WITHOUT_PARENTHESES = new Set(['CURRENT_DATE', 'CURRENT_TIMESTAMP', 'LOCALTIMESTAMP'])
const NO_MORE = { distinct: false, filter: null, within: null } as const

function parseName(cursor: Cursor): SqlForm {
  const parts = [parseNamePart(cursor)]
  while (cursor.isSign('.')) {
    cursor.take()
    if (cursor.isSign('*')) refuse('all columns (*)', cursor.token.span)
    parts.push(parseNamePart(cursor))
  }
  if (cursor.isSign('(')) {
    refuse(
      `the function ${parts.map(({ text }) => text).join('.')}, which is not of SQL`,
      cursor.token.span,
    )
  }
  return { kind: 'name', parts }
}

function parseNamePart(cursor: Cursor): NamePart {
  const { kind, value } = cursor.token
  if (kind !== 'name' && kind !== 'word') return cursor.unexpected('a name')
  cursor.take()
  return { text: value, quoted: kind === 'name' }
}

/** `DATE '2024-01-01'`. */
function parseTypedText(cursor: Cursor, word: string): SqlForm {
  const { span } = cursor.token
  if (word !== 'DATE' && word !== 'TIMESTAMP' && word !== 'DATETIME') {
    refuse(`a text after ${word}`, span)
  }
  cursor.take()
  const text = cursor.take()
  const operand: SqlNode = { kind: 'text', value: text.value, span: text.span }
  return { kind: 'cast', operand, type: word, params: [], isTry: false }
}

/** `INTERVAL '7 days'`, `INTERVAL 7 DAY`, `INTERVAL '7' DAY`. */
function parseInterval(cursor: Cursor, parse: ParseExpression): SqlForm {
  cursor.take()
  const { token } = cursor
  const count = parsePrimary(cursor, parse)
  const counted = (text: string, unit: string): SqlForm => {
    const number: SqlNode = { kind: 'number', raw: text.replace(/^[-+]/, ''), span: token.span }
    const isNegative = text.startsWith('-')
    return {
      kind: 'interval',
      count: isNegative ? { kind: 'unary', op: '-', operand: number, span: token.span } : number,
      unit: normalizeUnit(unit),
    }
  }
  if (count.kind === 'text' && !/^\s*[-+]?\d+\s*$/.test(count.value)) {
    const [, amount, unit] = /^\s*([-+]?\d+)\s+([a-z]+)\s*$/i.exec(count.value) ?? []
    if (amount !== undefined && unit !== undefined) return counted(amount, unit)
    refuse(`the interval ${JSON.stringify(count.value)}; one count of one unit is read`, token.span)
  }
  if (cursor.token.kind !== 'word') cursor.unexpected('a unit of time after INTERVAL')
  const unit = cursor.take().value
  if (count.kind === 'text') return counted(count.value.trim(), unit)
  return { kind: 'interval', count, unit: normalizeUnit(unit) }
}

function normalizeUnit(word: string): string {
  return word.toUpperCase().replace(/S$/, '')
}

function parseCase(cursor: Cursor, parse: ParseExpression): SqlForm {
  cursor.take()
  const operand = cursor.isWord('WHEN') ? null : parse(cursor)
  const whens: SqlCase['whens'][number][] = []
  while (cursor.takeWord('WHEN')) {
    const when = parse(cursor)
    cursor.needWord('THEN')
    whens.push({ when, result: parse(cursor) })
  }
  if (whens.length === 0) cursor.unexpected('WHEN')
  const otherwise = cursor.takeWord('ELSE') ? parse(cursor) : null
  cursor.needWord('END')
  return { kind: 'case', operand, whens, otherwise }
}

/** The name of a type with its numbers: `DECIMAL(10, 2)`, `DOUBLE PRECISION`. */
export function parseType(cursor: Cursor): {
  readonly type: string
  readonly params: readonly number[]
} {
  if (cursor.token.kind !== 'word') cursor.unexpected('a type')
  let type = cursor.take().value.toUpperCase()
  if (cursor.isWord('PRECISION', 'VARYING')) type += ` ${cursor.take().value.toUpperCase()}`
  const params: number[] = []
  if (cursor.takeSign('(')) {
    do {
      const { kind, value } = cursor.take()
      if (kind !== 'number') cursor.unexpected('a number')
      params.push(Number(value))
    } while (cursor.takeSign(','))
    cursor.needSign(')')
  }
  if (cursor.isWord('WITH', 'WITHOUT') && /^TIME/.test(type)) {
    const isZoned = cursor.take().value.toUpperCase() === 'WITH'
    for (const word of ['TIME', 'ZONE']) cursor.needWord(word)
    if (isZoned) type += ' WITH TIME ZONE'
  }
  return { type, params }
}

function parseCall(cursor: Cursor, parse: ParseExpression): SqlForm {
  const { value, span: nameSpan } = cursor.take()
  const name = value.toUpperCase()
  cursor.take()
  const call = { ...NO_MORE, kind: 'call' as const, name, nameSpan }
  if (name === 'EXISTS' || cursor.isWord(...BEGINS_QUERY)) {
    refuse('a query within an expression', nameSpan)
  }
  if (name === 'CAST' || name === 'TRY_CAST' || name === 'SAFE_CAST')
    return parseCast(cursor, parse, name)
  const distinct = cursor.takeWord('DISTINCT')
  if (!distinct && cursor.isWord('ALL') && cursor.ahead().value !== ',') cursor.take()
  const args = parseArguments(cursor, parse, name)
  cursor.needSign(')')
  return { ...call, args, distinct, ...parseAfterCall(cursor, parse) }
}

function parseCast(cursor: Cursor, parse: ParseExpression, name: string): SqlForm {
  const operand = parse(cursor)
  cursor.needWord('AS')
  const type = parseType(cursor)
  cursor.needSign(')')
  return { kind: 'cast', operand, ...type, isTry: name !== 'CAST' }
}

/** Words between the arguments of a few functions, in place of commas. */
const SEPARATORS: ReadonlyMap<string, readonly string[]> = new Map([
  ['EXTRACT', ['FROM']],
  ['POSITION', ['IN']],
  ['SUBSTRING', ['FROM', 'FOR']],
])

function parseArguments(cursor: Cursor, parse: ParseExpression, name: string): readonly SqlNode[] {
  if (cursor.isSign(')')) return []
  if (cursor.isSign('*')) return [{ kind: 'star', span: cursor.take().span }]
  if (name === 'TRIM' && cursor.isWord('BOTH', 'LEADING', 'TRAILING')) {
    refuse(`TRIM ${cursor.token.value.toUpperCase()}; use TRIM, LTRIM or RTRIM`, cursor.token.span)
  }
  // IN would be read as a list.
  const first = name === 'POSITION' ? parsePrimary(cursor, parse) : parse(cursor)
  const args = [first]
  const separators = SEPARATORS.get(name) ?? []
  while (cursor.isSign(',') || cursor.isWord(...separators)) {
    cursor.take()
    args.push(parse(cursor))
  }
  if (cursor.isWord('ORDER', 'SEPARATOR'))
    refuse(`${cursor.token.value.toUpperCase()} within ${name}`, cursor.token.span)
  if (cursor.isSign('=>', '->')) refuse('a named argument or a lambda', cursor.token.span)
  return args
}

function parseAfterCall(
  cursor: Cursor,
  parse: ParseExpression,
): Pick<Extract<SqlForm, { kind: 'call' }>, 'filter' | 'within'> {
  let withinGroup: Extract<SqlForm, { kind: 'call' }>['within'] = null
  if (cursor.takeWord('WITHIN')) {
    cursor.needWord('GROUP')
    cursor.needSign('(')
    cursor.needWord('ORDER')
    cursor.needWord('BY')
    const by = parse(cursor)
    const descending = cursor.isWord('DESC')
    if (cursor.isWord('ASC', 'DESC')) cursor.take()
    cursor.needSign(')')
    withinGroup = { by, descending }
  }
  let filter: SqlNode | null = null
  if (cursor.isWord('FILTER') && cursor.ahead().value === '(') {
    cursor.take()
    cursor.take()
    cursor.needWord('WHERE')
    filter = parse(cursor)
    cursor.needSign(')')
  }
  if (cursor.isWord('OVER')) refuse('OVER looks at other rows', cursor.token.span)
  if (cursor.isWord('IGNORE', 'RESPECT'))
    refuse(`${cursor.token.value.toUpperCase()} NULLS`, cursor.token.span)
  return { filter, within: withinGroup }
}
