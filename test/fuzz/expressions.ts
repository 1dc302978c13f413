import { FUNCTIONS, nameText } from '@tributary/expression'
import type { Chance } from './chance.ts'

/** A kind of value that a random expression has. */
export type Kind = 'number' | 'text' | 'time' | 'condition'

/** What a random expression may name, by kind. */
export interface Vocabulary {
  readonly fields: Readonly<Record<Kind, readonly string[]>>
  /** Values that occur in the data. */
  readonly texts: readonly string[]
}

const SCALARS = Object.values(FUNCTIONS).filter(({ family }) => family !== 'aggregate')
const AGGREGATES = Object.values(FUNCTIONS).filter(({ family }) => family === 'aggregate')
const KINDS = ['number', 'text', 'time', 'condition'] as const

const NUMBERS = [
  ...['0', '1', '-1', '2', '3.5', '0.1', '10', '1000000000', '2147483648', '9223372036854775807'],
  ...[
    '-9223372036854775808',
    '9223372036854775808',
    '1e308',
    '1e-308',
    '99999999999999999999999999',
  ],
]
const TEXTS = [
  '',
  'a',
  'EU',
  'x',
  '%a_',
  '2024-03-01',
  '(a|aa)+$',
  '[^b]*b',
  'é',
  '🛫',
  '\\',
  "it's",
]
const TIMES = [
  ...['Today()', 'Now()', 'Date("2024-03-01")', 'Date("0001-01-01")', 'Date("9999-12-31")'],
  ...['Timestamp("2024-02-29 23:59:59")', 'DateAdd(Date("2024-01-31"), 1, "MONTH")'],
]

/** A condition on rows. */
export function drawCondition(chance: Chance, words: Vocabulary, depth = 3): string {
  return drawExpression(chance, 'condition', words, depth)
}

/** An expression of a kind, mostly of the right types. */
export function drawExpression(chance: Chance, kind: Kind, words: Vocabulary, depth = 3): string {
  // Now and then of another type.
  const drawn = chance.happens(0.04) ? chance.pick(KINDS) : kind
  if (depth <= 0 || chance.happens(0.25)) return drawLeaf(chance, drawn, words)
  const part = (other: Kind) => drawExpression(chance, other, words, depth - 1)
  if (drawn === 'condition' && chance.happens(0.7)) return drawComparison(chance, part)
  if (drawn === 'number' && chance.happens(0.5)) {
    return `(${part('number')} ${chance.pick(['+', '-', '*', '/', '%'])} ${part('number')})`
  }
  return drawCall(chance, drawn, words, depth)
}

/** A formula of metrics, or of aggregates of columns. */
export function drawFormula(
  chance: Chance,
  metrics: readonly string[],
  words: Vocabulary | null,
): string {
  const leaf = (): string => {
    if (words !== null && chance.happens(0.5)) return drawAggregate(chance, words)
    return metrics.length === 0 || chance.happens(0.1)
      ? chance.pick(NUMBERS)
      : nameText(chance.pick(metrics))
  }
  const formula = (depth: number): string => {
    if (depth === 0 || chance.happens(0.3)) return leaf()
    const [left, right] = [formula(depth - 1), formula(depth - 1)]
    return chance.pick([
      ...['+', '-', '*', '/'].map((sign) => `(${left} ${sign} ${right})`),
      ...[`(${left} / NullIf(${right}, 0))`, `SafeDivide(${left}, ${right})`, `Sqrt(${left})`],
      ...[`Case(${left} > ${right}, ${left}, 0)`, `Ln(${left})`, `Exp(${right})`, `(-${left})`],
      ...[`Power(${left}, ${right})`, `Round(${left}, 2)`, `Abs(${left})`],
    ])
  }
  return formula(chance.integer(1, 3))
}

function drawAggregate(chance: Chance, words: Vocabulary): string {
  const { name, parameters } = chance.pick(AGGREGATES)
  const args = parameters
    .filter(({ optional }) => optional !== true || chance.happens(0.5))
    .map((parameter) => drawArgument(chance, parameter, 'number', words, 1))
  return `${name}(${args.join(', ')})`
}

function drawLeaf(chance: Chance, kind: Kind, { fields, texts }: Vocabulary): string {
  if (fields[kind].length > 0 && chance.happens(0.7)) return chance.pick(fields[kind])
  if (chance.happens(0.03)) return 'NULL'
  if (kind === 'number') return chance.pick(NUMBERS)
  if (kind === 'time') return chance.pick(TIMES)
  if (kind === 'condition') return chance.pick(['TRUE', 'FALSE', '1 = 1'])
  return JSON.stringify(chance.pick(chance.happens(0.5) ? [...texts, 'a'] : TEXTS))
}

function drawComparison(chance: Chance, part: (kind: Kind) => string): string {
  const kind = chance.pick(['number', 'text', 'time'] as const)
  const [left, right] = [part(kind), part(kind)]
  const constant = CONSTANTS[kind]
  const sign = chance.pick(['=', '!=', '<', '<=', '>', '>='])
  return chance.pick([
    ...[`${left} ${sign} ${right}`, `${left} ${sign} ${right}`, `${left} ${sign} ${right}`],
    ...[`IN(${left}, ${constant})`, `NotIn(${left}, ${constant})`, `IsNull(${left})`],
    ...[`NOT (${left} = ${right})`, `(${part('condition')} AND ${part('condition')})`],
    ...[`(${part('condition')} OR ${part('condition')})`, `Between(${left}, ${right}, ${right})`],
  ])
}

const CONSTANTS = {
  number: '1, 2.5, -3',
  text: '"EU", "a", "Ghent"',
  time: '"2024-02-01", "2024-03-01"',
} as const

function drawCall(chance: Chance, kind: Kind, words: Vocabulary, depth: number): string {
  const { name, parameters } = chance.pick(SCALARS)
  const drawn = parameters
    .filter(({ optional }) => optional !== true || chance.happens(0.5))
    .flatMap((parameter) => {
      const count = parameter.repeated === true ? chance.integer(1, 3) : 1
      return Array.from({ length: count }, () =>
        drawArgument(chance, parameter, kind, words, depth - 1),
      )
    })
  const args = chance.happens(0.03) ? drawn.slice(1) : drawn
  return `${name}(${args.join(', ')})`
}

/** What a parameter takes, by its description: `a text`, `a whole number`, `a date or time`. */
function drawArgument(
  chance: Chance,
  parameter: { readonly takes: string; readonly choices?: readonly string[] },
  usual: Kind,
  words: Vocabulary,
  depth: number,
): string {
  const { takes, choices } = parameter
  const part = (kind: Kind) => drawExpression(chance, kind, words, depth)
  if (choices !== undefined && chance.happens(0.95)) return JSON.stringify(chance.pick(choices))
  if (takes.includes('format'))
    return JSON.stringify(chance.pick(['yyyy-MM-dd', 'dd.MM.yyyy HH:mm:ss', 'yyyy', '']))
  if (takes.includes('condition')) return part('condition')
  if (takes.includes('constant')) return drawLeaf(chance, usual, { ...words, fields: NO_FIELDS })
  if (takes.includes('whole number'))
    return chance.happens(0.7) ? String(chance.integer(-3, 12)) : part('number')
  if (takes === 'a text') return part('text')
  if (takes.startsWith('a date')) return part('time')
  if (takes.includes('number')) return part('number')
  return part(usual)
}

const NO_FIELDS: Vocabulary['fields'] = { number: [], text: [], time: [], condition: [] }
