import { nameText } from '@tributary/expression'
import type { FieldTexts } from '../../support/request-arbitrary.ts'
import type { Chance } from '../chance.ts'
import { drawCondition, type Kind, type Vocabulary } from '../expressions.ts'
import type { Account, Names } from '../workspace/random-workspace.ts'

/** A dimension that requests may name, with the kind of its values; null where it is not known. */
export interface DimensionWord {
  readonly name: string
  readonly kind: Kind | null
}

/** What a caller would write: names that it may use, and now and then others. */
export interface Words {
  readonly account: Account
  readonly names: Names
  readonly metrics: readonly string[]
  readonly dimensions: readonly DimensionWord[]
  readonly vocabulary: Vocabulary
}

const TIME: DimensionWord = { name: 'metric_time', kind: 'time' }

/** The words of a caller, mostly about one table of facts; those of `eve` are mostly what is granted. */
export function listWords(chance: Chance, account: Account, names: Names): Words {
  const fact = chance.pick(names.facts)
  const every = names.facts.flatMap(({ dimensions }) => dimensions)
  const isMixed = chance.happens(0.15) || fact.metrics.length === 0
  const [metrics, dimensions] = isMixed ? [names.metrics, every] : [fact.metrics, fact.dimensions]
  const all = { account, names, metrics, dimensions: [...dimensions, TIME], vocabulary: fact.words }
  if (account !== 'eve' || chance.happens(0.15)) return all
  const { granted } = names
  const shown = dimensions.filter(({ name }) => granted.dimensions.includes(name))
  const used = metrics.filter((name) => granted.metrics.includes(name))
  const fields = (kind: Kind) =>
    [...shown, TIME].filter((one) => one.kind === kind).map(({ name }) => nameText(name))
  return {
    ...all,
    metrics: used.length > 0 ? used : names.metrics,
    dimensions: [...shown, TIME],
    vocabulary: {
      ...fact.words,
      fields: {
        number: fields('number'),
        text: fields('text'),
        time: fields('time'),
        condition: fields('condition'),
      },
    },
  }
}

/** A name of a metric, now and then one that is nearly right. */
export function drawMetric(chance: Chance, { metrics }: Words): string {
  const name = chance.pick(metrics)
  return chance.happens(0.02) ? name.slice(1) : name
}

/** A dimension, one of times perhaps by a grain. */
export function drawDimension(chance: Chance, { dimensions }: Words): string {
  const { name, kind } = chance.pick(dimensions)
  const hasGrain = kind === 'time' ? chance.happens(0.5) : chance.happens(0.02)
  return hasGrain ? `${name}__${chance.pick(['day', 'week', 'month', 'year'])}` : name
}

/** Different dimensions, as many where there are so many. */
export function drawDimensionNames(chance: Chance, words: Words, count: number): readonly string[] {
  return [...new Set(Array.from({ length: count }, () => drawDimension(chance, words)))]
}

/** Conditions on rows. */
export function drawFilters(chance: Chance, words: Words): readonly string[] {
  if (chance.happens(0.6)) return []
  return Array.from({ length: chance.integer(1, 2) }, () =>
    chance.happens(0.4)
      ? drawEquality(chance, chance.pick(words.dimensions))
      : drawCondition(chance, words.vocabulary, chance.integer(1, 4)),
  )
}

/** A condition that a dimension has a value. */
export function drawEquality(chance: Chance, { name, kind }: DimensionWord): string {
  const values = {
    number: ['0', '1', '-3.5'],
    text: ['"EU"', '"a"', '"Ghent"', '"anna"'],
    time: ['"2024-02-01"', '"2024-03-05"'],
    condition: ['TRUE', 'FALSE'],
  }
  const sign = kind === 'condition' ? '=' : chance.pick(['=', '=', '!=', '>'])
  return `${nameText(name)} ${sign} ${chance.pick(values[kind ?? 'text'])}`
}

/** Ranges as words. */
export const RANGES = [
  ...['2024-01', '2024-02', '2024-03', '2024-06', '2024', '2024-Q2', '2024-W10', 'last-month'],
  ...['2024-02-01..2024-02-15', '1000-01..2200-12', '1969-12', '2200', '2024-03-01', 'previous'],
] as const

const CONSTRAINTS = [
  ...['[metric_time__month] = "2024-02"', '[metric_time__month] = "2024-03"'],
  ...['DateTrunc([metric_time], "MONTH") = "2024-04-01"', '[metric_time] >= "2024-01-01"'],
  ...[
    '[metric_time] >= "2024-02-01" AND [metric_time] < "2024-02-11"',
    '[metric_time__year] = "2024"',
  ],
  ...['[metric_time] < Today()', 'Month([metric_time]) = 2', '[metric_time] >= "2300-01-01"'],
] as const

/** A condition on time. */
export function drawConstraint(chance: Chance): string {
  return chance.happens(0.8) ? chance.pick(CONSTRAINTS.slice(0, 4)) : chance.pick(CONSTRAINTS)
}

/** Texts for fields by their names, for requests that are made from schemas. */
export function listFieldTexts({ names, metrics, ...words }: Words): FieldTexts {
  const { datasets, columns, files, plans, planIds, tasks } = names
  const dimensions = words.dimensions.map(({ name }) => name)
  const orNone = (texts: readonly string[]) => (texts.length === 0 ? ['none'] : texts)
  const vertices = [...metrics, ...datasets, ...files, `${datasets[0]}.${columns[0]}`]
  return [
    [/^(metric|metrics|metricNames|refMetric|metricName)$/, metrics],
    [/TimeConstraint$|^timeConstraint$/, CONSTRAINTS],
    [/ilters$/, [`${nameText(dimensions[0]!)} = "EU"`, '[metric_time] > "2024-01-01"']],
    [/^(dimension|dimensions|compareDimension|dimName)$/, dimensions],
    [/^(vertex|from|to)_id$|^resourceId$/, vertices],
    [/^(vertex|from|to)_type$/, ['METRIC', 'DATASET', 'DATASET_COLUMN', 'FILE', 'DIMENSION']],
    [/^resourceType$/, ['METRIC', 'DATASET', 'DIMENSION', 'ANALYSIS_VIEW']],
    [/^identityValues?$/, ['boss', 'eve', 'nobody']],
    [/^identityType$/, ['USER_ACCOUNT']],
    [/^propertyNames$/, ['desk', 'shift']],
    [/^(groupIds|value|parentGroupId|frontGroupId)$/, ['-1', 'ops']],
    [/^(from|to)$/, ['2024-01-01', '2026-11-21T10:00:00Z']],
    [/^attributionCalculateType$/, ['ALL', 'AVG']],
    [/^viewName$/, ['view_1', 'view_2']],
    [/^planName$/, orNone(plans)],
    [/^(planId|uuid)$/, orNone(planIds)],
    [/^dagName$/, orNone(tasks)],
    [/^(startTime|endTime)$/, ['2024-02-01', '2024-03-01', '2024-02-01 00:00:00']],
    [/^scheduleTimes$/, ['2024-02-01 00:00:00']],
    [/^tableName$/, files],
    [/^tenantId$/, ['fuzz']],
    [/^(current|range|compare)$/, RANGES],
    [/^(grain|granularity|metricGrain)$/, ['MONTH', 'DAY', 'WEEK', 'YEAR']],
    [/^(datasetName|name|dataset)$/, datasets],
    [/^context$/, ['filter', 'time', 'result', 'formula']],
    [/^(q|keyword|prefix)$/, ['a', metrics[0] ?? 'm', 'su']],
    [/^/, [...metrics, ...dimensions, ...plans]],
  ]
}
