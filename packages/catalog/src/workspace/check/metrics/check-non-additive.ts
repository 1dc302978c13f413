import { PER_TYPES } from '@tributary/attribution/internal'
import type { ValueType } from '@tributary/expression'
import type { DatasetDefinition } from '../../../definitions/dataset.ts'
import type { AtomicMetric } from '../../../definitions/metric.ts'
import type { Catalog } from '../../../resolve/catalog/catalog.ts'
import { createDatasetScope } from '../../../resolve/rows/row-scopes.ts'
import type { MetricInFile } from '../../codecs/metric.ts'
import type { Report } from '../../files/report.ts'
import { CHECK_TIME, checkExpression } from '../check-expression.ts'

/** Where a metric is checked. */
interface Place {
  readonly report: Report
  readonly raw: MetricInFile
}

/** Whether "nonAdditive" of a metric has a meaning over its dataset; reports why it has none. */
export function checkNonAdditive(
  { report, raw, catalog }: Place & { readonly catalog: Catalog },
  { nonAdditive, aggregate }: AtomicMetric,
  dataset: DatasetDefinition,
): boolean {
  if (nonAdditive === undefined) return true
  if (dataset.time === null) {
    report.at(
      raw,
      ['nonAdditive'],
      `Expected a dataset with a time, but "${dataset.name}" has none`,
    )
    return false
  }
  const { take, per } = nonAdditive
  const isOneTime = take === 'FIRST' || take === 'LAST'
  if (!isOneTime && per.length > 0) {
    const message = `Expected "per" beside FIRST or LAST, found it beside ${take}`
    report.at(raw, ['nonAdditive', 'per'], message, 'leave it out')
    return false
  }
  if (!isOneTime && aggregate === 'AVG') {
    const message = `Expected FIRST or LAST beside AVG, which is two aggregates, found ${take}`
    report.at(raw, ['nonAdditive', 'take'], message)
    return false
  }
  const scope = createDatasetScope(catalog, dataset, CHECK_TIME)
  const checked = per.map((name, i) => {
    const path = ['nonAdditive', 'per', i]
    const text = `[${name.replaceAll(']', ']]')}]`
    const typed = checkExpression(report, { raw, path, text, scope })
    if (typed === null) return false
    if (PER_TYPES.has(typed.type)) return true
    const message = `Expected a dimension of texts, whole numbers, dates or conditions, found one of the type ${typed.type}`
    report.at(raw, path, message)
    return false
  })
  return !checked.includes(false)
}

const NUMBERS: ReadonlySet<ValueType> = new Set(['INT', 'DECIMAL', 'DOUBLE', 'UNKNOWN'])

/** The type of a metric whose aggregate has a type; null, and reported, where its values at several times cannot become one. */
export function typeOverTime(
  { report, raw }: Place,
  { nonAdditive }: AtomicMetric,
  type: ValueType,
): ValueType | null {
  const { take = 'LAST' } = nonAdditive ?? {}
  if (take === 'FIRST' || take === 'LAST') return type
  if (NUMBERS.has(type)) return take === 'AVG' ? 'DOUBLE' : type
  report.at(raw, ['nonAdditive', 'take'], `Expected numbers beside ${take}, found the type ${type}`)
  return null
}
