import { nameText } from '@tributary/expression'
import type { Chance } from '../chance.ts'
import { drawExpression } from '../expressions.ts'
import type { Fields } from './questions.ts'
import { drawMetric, type Words } from './words.ts'

/** Fields that make a question expensive, put into a question: deep, long, doubling, slow or overflowing texts. */
export function attackFields(chance: Chance, fields: Fields, words: Words): Fields {
  if (chance.happens(0.3)) return withDefinitions(chance, fields, words)
  const count = chance.pick([1, 1, 1, 5])
  return withFilters(
    fields,
    Array.from({ length: count }, () => drawAttack(chance, words)),
  )
}

/** A condition that costs more than it looks. */
function drawAttack(chance: Chance, words: Words): string {
  const { fields, texts } = words.vocabulary
  const text = chance.pick([
    ...fields.text,
    JSON.stringify(chance.pick(texts)),
    '"aaaaaaaaaaaaaaaa"',
  ])
  const number = chance.pick([...fields.number, '2'])
  const times = chance.pick([3, 8, 12, 40])
  const nest = (leaf: string, wrap: (inner: string) => string) => {
    let nested = leaf
    for (let level = 0; level < times; level++) nested = wrap(nested)
    return nested
  }
  const long = 'a'.repeat(chance.pick([100, 10_000, 100_000]))
  const pattern = chance.pick([
    '(a|aa)+$',
    'a[^b]*b',
    '(a*)*b',
    '(.*)*x',
    '([a-z]+)+!',
    `${'a?'.repeat(30)}b`,
  ])
  return chance.pick([
    () => `Length(${nest(text, (inner) => `Replace(${inner}, "a", "${'a'.repeat(100)}")`)}) > 5`,
    () =>
      `Length(${nest(text, (inner) => `Replace(${inner}, "", ${inner.length < 500 ? inner : text})`)}) > 5`,
    () =>
      `${nest(text, (inner) => (inner.length < 5_000 ? `Concat(${inner}, ${inner})` : inner))} = "x"`,
    () => `${nest(text, (inner) => `RegexpReplace(${inner}, "a", "aaaaaaaaaaaaaaaaaaaa")`)} = "x"`,
    () => `RegexpReplace("${long}", "${pattern}", "x") = "x"`,
    () => `RegexpExtract("${long}", "${pattern}") = "x"`,
    () => `RegexpLike(${text}, "${pattern}")`,
    () => `RegexpLike("${long}", "${pattern}")`,
    () => `Like("${long}", "${'%a'.repeat(200)}")`,
    () => `${nest(number, (inner) => `(${inner} * ${number} * 1000000000)`)} > 0`,
    () => `${nest(number, (inner) => `Power(${inner}, 9)`)} > 0`,
    () => `${nest(number, (inner) => `Exp(${inner})`)} > 0`,
    () => `Cast(${text}, "INT") * 9223372036854775807 > 0`,
    () =>
      `DateAdd([metric_time], ${chance.pick(['999999999', '-999999', number])}, "${chance.pick(['DAY', 'YEAR', 'SECOND'])}") > "2024-01-01"`,
    () => `${'('.repeat(times * 20)}1${')'.repeat(times * 20)} = 1`,
    () => `${'NOT '.repeat(times * 20)}TRUE`,
    () =>
      Array.from({ length: times * 10 }, () =>
        drawExpression(chance, 'condition', words.vocabulary, 1),
      ).join(' OR '),
    () =>
      `IN(${text}, ${Array.from({ length: times * 100 }, (_, index) => `"v${index}"`).join(', ')})`,
    () =>
      `${nest(`(${number} > 0)`, (inner) => (inner.length < 20_000 ? `Case(${inner}, ${inner}, FALSE)` : inner))}`,
  ])()
}

/** Temporary metrics of which each doubles the one before. */
function withDefinitions(chance: Chance, fields: Fields, words: Words): Fields {
  const count = chance.pick([8, 10, 11, 12, 16, 40])
  const base = drawMetric(chance, words)
  const link = chance.pick([
    (name: string) => `${name} + ${name}`,
    (name: string) => `${name} * ${name}`,
    (name: string) => `Case(${name} > 1, ${name}, ${name})`,
    (name: string) => `(${name} / ${name}) - ${name}`,
  ])
  const entries = Array.from({ length: count }, (_, index) => [
    `t${index}`,
    { refMetric: base, expr: link(nameText(index === 0 ? base : `t${index - 1}`)) },
  ])
  const metricDefinitions = Object.fromEntries(entries)
  const metric = `t${count - 1}`
  if ('metricTreeDef' in fields) {
    const tree = fields.metricTreeDef as Fields
    return {
      ...fields,
      metricTreeDef: {
        ...tree,
        metricTreeNodes: { n1: metric, n2: metric, n3: 't1' },
        metricDefinitions,
      },
    }
  }
  if ('metrics' in fields && 'dimensions' in fields)
    return { ...fields, metrics: [metric], metricDefinitions }
  return { ...fields, metric, metricDefinitions }
}

function withFilters(fields: Fields, filters: readonly string[]): Fields {
  if ('text' in fields) return { ...fields, text: filters[0] }
  if ('attribution' in fields) {
    return { ...fields, attribution: { ...(fields.attribution as Fields), filters } }
  }
  return { ...fields, filters }
}
