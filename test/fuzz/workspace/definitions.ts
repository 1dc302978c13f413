import { nameText } from '@tributary/expression'
import type { Chance } from '../chance.ts'
import { drawCondition, drawExpression, drawFormula, type Vocabulary } from '../expressions.ts'
import type { Dataset, MakeName, Tables } from './tables.ts'

/** A definition as a workspace file has it. */
export type Definition = Readonly<Record<string, unknown>> & { readonly name: string }

/** What expressions over the rows of a dataset may name. */
export function listFields(dataset: Dataset, tables: Tables): Vocabulary {
  const { columns } = dataset
  const field = (key: string) => nameText(columns[key]!.name)
  const through = (other: Dataset, key: string) => `['${other.name}'/'${other.columns[key]!.name}']`
  return {
    fields: {
      number: [
        ...['count', 'big', 'weight', 'price'].map(field),
        through(tables.places, 'tax'),
        through(tables.prices, 'amount'),
      ],
      text: [
        ...['region', 'place', 'item', 'kind', 'note'].map(field),
        through(tables.prices, 'level'),
      ],
      time: [field('day'), field('moment'), '[metric_time]'],
      condition: [field('flag')],
    },
    texts: ['EU', 'US', 'Ghent', 'x', 'a', 'anna', 'Zoë'],
  }
}

/** Dimensions by columns, relations, expressions and conditions on metrics. */
export function drawDimensions(
  chance: Chance,
  name: MakeName,
  tables: Tables,
): readonly Definition[] {
  const drawn: Definition[] = []
  for (const [at, fact] of tables.facts.entries()) {
    const { columns } = fact
    const add = (base: string, keys: Readonly<Record<string, unknown>>) =>
      drawn.push({ name: name(base), dataset: fact.name, ...keys })
    for (const key of [
      'region',
      'place',
      'kind',
      'note',
      'flag',
      'day',
      'moment',
      'count',
      'price',
    ]) {
      if (at > 0 && chance.happens(0.5)) continue
      const same = drawn.find(({ column }) => column === tables.facts[0]!.columns[key]!.name)
      add(key, {
        column: columns[key]!.name,
        ...(at > 0 && same !== undefined && { sameAs: same.name }),
      })
    }
    add('zone', { via: tables.relations[at]!.place, column: tables.places.columns.zone!.name })
    add('level', { via: tables.relations[at]!.price, column: tables.prices.columns.level!.name })
    for (let more = chance.integer(0, 3); more > 0; more--) {
      const kind = chance.pick(['text', 'number', 'condition'] as const)
      const { fields, texts } = listFields(fact, tables)
      const rows = { fields: { ...fields, time: fields.time.slice(0, 2) }, texts }
      add('made', { expr: drawExpression(chance, kind, rows, 2) })
    }
  }
  return drawn
}

/** Metrics of all kinds; some refer to dimensions, and some dimensions to them. */
export function drawMetrics(
  chance: Chance,
  name: MakeName,
  { tables, dimensions }: { readonly tables: Tables; readonly dimensions: readonly Definition[] },
): readonly Definition[] {
  const atoms = tables.facts.flatMap((fact) =>
    drawAtoms(chance, name, { fact, tables, dimensions }),
  )
  const drawn = [...atoms]
  const listed = () => drawn.map((metric) => metric.name)
  for (let more = chance.integer(3, 8); more > 0; more--) {
    const fact = chance.pick(tables.facts)
    const metric = chance.pick(drawn).name
    const filters = [drawCondition(chance, listFields(fact, tables), 2)]
    const { columns } = fact
    const [count, weight] = [columns.count!, columns.weight!].map((one) => nameText(one.name))
    drawn.push({
      name: name('made'),
      ...chance.pick<() => Readonly<Record<string, unknown>>>([
        () => ({ type: 'DERIVED', metric, filters }),
        () => ({ type: 'DERIVED', metric, period: drawPeriod(chance) }),
        () => ({ type: 'DERIVED', metric, period: drawPeriod(chance), filters }),
        () => ({ type: 'COMPOSITE', expr: drawFormula(chance, listed(), null) }),
        () => ({
          type: 'COMPOSITE',
          expr: `${nameText(chance.pick(atoms).name)} / ${nameText(chance.pick(atoms).name)}`,
        }),
        () => ({ type: 'COMPOSITE', dataset: fact.name, expr: `Sum(${weight}) / Sum(${count})` }),
        () => ({
          type: 'COMPOSITE',
          dataset: fact.name,
          expr: drawFormula(chance, [], listFields(fact, tables)),
        }),
      ])(),
    })
  }
  return drawn
}

/** A dimension that is a condition on a metric. */
export function drawHaving(
  chance: Chance,
  name: MakeName,
  { dimensions, metrics }: Pick<Drawn, 'dimensions' | 'metrics'>,
): Definition {
  const per = chance.pick(dimensions)
  const having = `${nameText(chance.pick(metrics).name)} ${chance.pick(['>', '<', '='])} ${chance.integer(-5, 50)}`
  return { name: name('regular'), dataset: per.dataset, per: per.name, having }
}

interface Drawn {
  readonly dimensions: readonly Definition[]
  readonly metrics: readonly Definition[]
}

/** Plans of some metrics by some dimensions. */
export function drawPlans(
  chance: Chance,
  name: MakeName,
  { dimensions, metrics }: Drawn,
): readonly Definition[] {
  return Array.from({ length: chance.integer(0, 3) }, () => {
    const dataset = chance.pick(metrics).dataset
    const of = <T extends Definition>(all: readonly T[]) =>
      all.filter((one) => one.dataset === dataset).map((one) => one.name)
    return {
      name: name('plan'),
      id: drawUuid(chance),
      kind: chance.pick(['RESULT', 'ACCELERATION']),
      dimensions: [
        chance.pick(['metric_time', 'metric_time__day', 'metric_time__month']),
        ...chance.some(of(dimensions), 0.5),
      ],
      metrics: chance.some(of(metrics), 0.5),
      granularity: chance.pick(['DAY', 'MONTH', 'YEAR']),
    }
  })
}

function drawUuid(chance: Chance): string {
  const hex = Array.from({ length: 32 }, () => chance.integer(0, 15).toString(16)).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

interface AtomSurroundings {
  readonly fact: Dataset
  readonly tables: Tables
  readonly dimensions: readonly Definition[]
}

function drawAtoms(
  chance: Chance,
  name: MakeName,
  { fact, tables, dimensions }: AtomSurroundings,
): readonly Definition[] {
  const words = listFields(fact, tables)
  const { number, text, time } = words.fields
  const atom = (base: string, aggregate: string, expr: string | null, keys = {}): Definition => ({
    name: name(base),
    type: 'ATOMIC',
    dataset: fact.name,
    aggregate,
    ...(expr !== null && { expr }),
    ...(chance.happens(0.2) && { filters: [drawCondition(chance, words, 2)] }),
    ...(chance.happens(0.15) && { nullWhenEmpty: true }),
    ...(chance.happens(0.1) && { fillsPeriods: true }),
    ...keys,
  })
  const per = dimensions.filter(({ dataset }) => dataset === fact.name).map((one) => one.name)
  const taken = (take: string, keys = {}) => ({ nonAdditive: { over: 'time', take, ...keys } })
  return [
    atom('rows', 'COUNT', null),
    ...number.slice(0, 4).map((field) => atom('sum', 'SUM', field)),
    ...chance.some(
      [
        atom('mean', 'AVG', chance.pick(number)),
        atom('least', 'MIN', chance.pick([...number, ...text, ...time])),
        atom('most', 'MAX', chance.pick([...number, ...text, ...time])),
        atom('middle', 'MEDIAN', chance.pick(number)),
        atom('upper', 'PERCENTILE', chance.pick(number), {
          fraction: chance.pick([0, 0.5, 0.9, 1]),
        }),
        atom('exact', 'PERCENTILE_DISC', chance.pick(number), { fraction: 0.25 }),
        atom('spread', 'VARIANCE', chance.pick(number)),
        atom('deviation', 'STDDEV', chance.pick(number)),
        atom('kinds', 'COUNT_DISTINCT', chance.pick(text)),
        atom('computed', 'SUM', drawExpression(chance, 'number', words, 3)),
        atom('product', 'SUM', `${number[0]} * ${number[2]}`),
        atom(
          'balance',
          'SUM',
          number[0]!,
          taken(chance.pick(['LAST', 'FIRST', 'MIN', 'MAX', 'AVG'])),
        ),
        atom('stock', 'SUM', number[0]!, taken('LAST', { per: chance.some(per, 0.2) })),
      ],
      0.6,
    ),
  ]
}

function drawPeriod(chance: Chance): Readonly<Record<string, unknown>> {
  const length = `${chance.integer(1, 14)} ${chance.pick(['DAY', 'WEEK', 'MONTH', 'YEAR'])}`
  const grain = chance.pick(['WEEK', 'MONTH', 'QUARTER', 'YEAR'])
  const take = chance.pick([{}, {}, { take: 'FIRST' }, { take: 'AVG' }])
  return chance.pick([
    { before: length },
    { startOf: grain },
    { trailing: length, ...take },
    { toDate: grain, ...take },
    { allTime: true, ...take },
  ])
}
