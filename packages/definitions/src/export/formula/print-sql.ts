import type { Expr, FunctionName } from '@tributary/expression'
import { getSqlName } from '@tributary/expression/internal'
import { refuseExport } from './refusal.ts'

/** Writes the name of a column. */
export type PrintColumn = (dataset: string, column: string) => string

/** Words that are no names without quotes. */
const RESERVED = new Set(
  'all and any as asc between both by case cast check column constraint create cross current_date date default desc distinct else end except exists extract false fetch filter for foreign from full group having in inner interval intersect into is join left like limit natural not null offset on or order outer over primary references right select session_user some table then time timestamp to true union unique user using values when where window with'.split(
    ' ',
  ),
)

/** A name in standard SQL, in quotes where it needs them. */
export function quoteName(name: string): string {
  const isPlain = /^[a-z_][a-z0-9_]*$/i.test(name) && !RESERVED.has(name.toLowerCase())
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`
}

const LEVELS = { OR: 1, AND: 2, NOT: 3, IS: 4, ADD: 5, MULTIPLY: 6, NEGATE: 7, PRIMARY: 8 } as const

/** How tightly a text holds together. */
interface Printed {
  readonly text: string
  readonly level: number
}

/** A formula of aggregates or an expression of columns as standard SQL. Throws `NotExported` for what has no form in it. */
export function printSql(tree: Expr, column: PrintColumn): string {
  return new Printer(column).print(tree).text
}

class Printer {
  readonly #column: PrintColumn

  constructor(column: PrintColumn) {
    this.#column = column
  }

  print(node: Expr): Printed {
    switch (node.kind) {
      case 'number':
        return primary(node.raw)
      case 'string':
        return primary(`'${node.value.replaceAll("'", "''")}'`)
      case 'boolean':
        return primary(node.value ? 'TRUE' : 'FALSE')
      case 'null':
        return primary('NULL')
      case 'field':
        return refuseExport(`[${node.name}] is no column`)
      case 'column':
        return primary(this.#column(node.dataset, node.column))
      case 'comparison': {
        const op = node.op === '!=' ? '<>' : node.op
        return {
          text: `${this.#in(node.left, LEVELS.ADD)} ${op} ${this.#in(node.right, LEVELS.ADD)}`,
          level: LEVELS.IS,
        }
      }
      case 'logical': {
        const level = LEVELS[node.op]
        const parts = node.operands.map((operand) => this.#in(operand, level + 1))
        return { text: parts.join(` ${node.op} `), level }
      }
      case 'not':
        return { text: `NOT ${this.#in(node.operand, LEVELS.IS)}`, level: LEVELS.NOT }
      case 'negate':
        return { text: `-${this.#in(node.operand, LEVELS.PRIMARY)}`, level: LEVELS.NEGATE }
      case 'arithmetic':
        return this.#arithmetic(node)
      case 'call':
        return this.#call(node)
    }
  }

  #in(node: Expr, least: number): string {
    const { text, level } = this.print(node)
    return level < least ? `(${text})` : text
  }

  #arithmetic({ op, left, right }: Extract<Expr, { kind: 'arithmetic' }>): Printed {
    if (op === '%') return refuseExport('a remainder, which is an error for zero in SQL')
    if (op === '/') {
      // Of two integers some engines give an integer; for zero most give an error.
      const dividend = `CAST(${this.print(left).text} AS DOUBLE PRECISION)`
      return {
        text: `${dividend} / NULLIF(${this.print(right).text}, 0)`,
        level: LEVELS.MULTIPLY,
      }
    }
    const level = op === '*' ? LEVELS.MULTIPLY : LEVELS.ADD
    return { text: `${this.#in(left, level)} ${op} ${this.#in(right, level + 1)}`, level }
  }

  #call({ name, args }: Extract<Expr, { kind: 'call' }>): Printed {
    const form = FORMS[name]
    const sqlName = getSqlName(name as FunctionName)
    if (form !== undefined || sqlName !== null) {
      const printed = args.map((argument) => this.print(argument).text)
      return primary(form === undefined ? `${sqlName}(${printed.join(', ')})` : form(printed, args))
    }
    const is = (text: string): Printed => ({ text, level: LEVELS.IS })
    const [first, ...remainingArgs] = args
    if (first === undefined) return refuseExport(`the function ${name}`)
    const operand = this.#in(first, LEVELS.ADD)
    if (name === 'IsNull') return is(`${operand} IS NULL`)
    if (name === 'IsNotNull') return is(`${operand} IS NOT NULL`)
    if (name === 'Like') return is(`${operand} LIKE ${printLikePattern(remainingArgs[0])}`)
    const values = remainingArgs.map((argument) => this.#in(argument, LEVELS.ADD))
    if (name === 'IN') return is(`${operand} IN (${values.join(', ')})`)
    if (name === 'Between') return is(`${operand} BETWEEN ${values.join(' AND ')}`)
    return refuseExport(`the function ${name}, which has no form in standard SQL`)
  }
}

/** A pattern, in which a backslash makes the next character literal. */
function printLikePattern(node: Expr | undefined): string {
  if (node?.kind !== 'string') return refuseExport('a pattern that is no constant')
  const text = `'${node.value.replaceAll("'", "''")}'`
  return node.value.includes('\\') ? `${text} ESCAPE '\\'` : text
}

function primary(text: string): Printed {
  return { text, level: LEVELS.PRIMARY }
}

type Form = (args: readonly string[], nodes: readonly Expr[]) => string

/** The first argument and a constant word: `DateTrunc(x, "MONTH")`. */
function withWord(print: (value: string, word: string) => string): Form {
  return ([value], [, word]) => {
    const text = word?.kind === 'string' ? word.value.toUpperCase() : ''
    return /^[A-Z]+$/.test(text)
      ? print(value!, text)
      : refuseExport('a function of a computed unit')
  }
}

const TYPES: Readonly<Record<string, string>> = {
  INT: 'BIGINT',
  DOUBLE: 'DOUBLE PRECISION',
  STRING: 'VARCHAR',
  BOOLEAN: 'BOOLEAN',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP',
}

const FORMS: Readonly<Record<string, Form>> = {
  Count: (args) => `COUNT(${args[0] ?? '*'})`,
  CountDistinct: ([value]) => `COUNT(DISTINCT ${value})`,
  SumDistinct: ([value]) => `SUM(DISTINCT ${value})`,
  Percentile: ([value, share]) => `PERCENTILE_CONT(${share}) WITHIN GROUP (ORDER BY ${value})`,
  PercentileDisc: ([value, share]) => `PERCENTILE_DISC(${share}) WITHIN GROUP (ORDER BY ${value})`,
  Case: (args) => {
    const pairs = Array.from({ length: Math.floor(args.length / 2) }, (_, i) => {
      return `WHEN ${args[2 * i]} THEN ${args[2 * i + 1]}`
    })
    const otherwise = args.length % 2 === 1 ? ` ELSE ${args.at(-1)}` : ''
    return `CASE ${pairs.join(' ')}${otherwise} END`
  },
  DateTrunc: withWord((value, word) => `DATE_TRUNC('${word.toLowerCase()}', ${value})`),
  Extract: withWord((value, word) => `EXTRACT(${word} FROM ${value})`),
  Cast: ([value], [, word]) => {
    const text = word?.kind === 'string' ? word.value.toUpperCase() : ''
    const type = /^DECIMAL\(\d+, ?\d+\)$/.test(text) ? text : TYPES[text]
    return `CAST(${value} AS ${type ?? refuseExport(`a cast to ${text || 'a computed type'}`)})`
  },
  Date: ([, ...more], [value]) =>
    value?.kind === 'string' && more.length === 0
      ? `DATE '${value.value}'`
      : refuseExport('a date that is no constant'),
}
