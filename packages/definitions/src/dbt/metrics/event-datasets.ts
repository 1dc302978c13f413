import type { DatasetDefinition } from '@tributary/catalog'
import { PLAIN_GRAINS } from '@tributary/expression/internal'
import type { Subject } from '../../draft/findings.ts'
import { parseSpan } from '../../draft/spans.ts'
import type { FoundTable } from '../../draft/tables.ts'
import {
  type DatasetSource,
  findExpressionColumn,
  type ModelDataset,
} from '../datasets/datasets.ts'
import type { DbtConversion } from '../manifest/conversion.ts'

/** The datasets of the events of a conversion. */
export interface ConversionEnds {
  readonly base: ModelDataset
  readonly event: ModelDataset
}

type Relation = DatasetDefinition['relations'][number]

type AsOf = NonNullable<Relation['asOf']>

/** Makes datasets of events, each with the last base event before it. Conversions between the same events share one. */
export class EventDatasets {
  readonly #source: DatasetSource
  readonly #names = new Map<string, string>()

  constructor(source: DatasetSource) {
    this.#source = source
  }

  /** The name of the dataset of the later events of a conversion, or why there is none. */
  findOrAdd(
    conversion: DbtConversion,
    ends: ConversionEnds,
    subject: Subject,
  ): { readonly name: string } | { readonly refused: string } {
    const on = this.#matchKeys(conversion, ends)
    if ('refused' in on) return on
    const asOf = findAsOfTimes(conversion, ends)
    if ('refused' in asOf) return asOf
    const { base, event } = ends
    const key = JSON.stringify([event.dataset.name, base.dataset.name, on, asOf])
    const cachedName = this.#names.get(key)
    if (cachedName !== undefined) return { name: cachedName }
    const { draft } = this.#source
    const name = draft.names.datasets.take(`${event.name}_after_${base.name}`)
    const relation: Relation = {
      name: base.name,
      displayName: base.name,
      type: 'MANY_TO_ONE',
      to: base.name,
      on,
      asOf,
    }
    const { source, columns } = event.dataset
    const grain = findModelTime(base)!.grain
    const dataset: DatasetDefinition = {
      name,
      displayName: name,
      source,
      columns,
      relations: [relation],
      description: `Rows of ${event.name}, each at the time of the last row of ${base.name} before it`,
      time: { via: [base.name], column: asOf.toColumn, grain },
      filter: null,
      layout: {},
      owner: null,
      tags: [],
      partition: null,
    }
    draft.add('datasets', dataset, subject)
    this.#names.set(key, name)
    return { name }
  }

  #matchKeys(
    { entity, constants }: DbtConversion,
    { base, event }: ConversionEnds,
  ): Relation['on'] | { readonly refused: string } {
    const pairs = [{ base: entity, event: entity }, ...constants]
    const on: { column: string; toColumn: string }[] = []
    for (const pair of pairs) {
      const column = this.#findColumn(pair.event, event)
      const toColumn = this.#findColumn(pair.base, base)
      if (column === null || toColumn === null) {
        const [name, dataset] = column === null ? [pair.event, event] : [pair.base, base]
        return {
          refused: `a conversion by columns, and "${name}" of ${dataset.model.name} is none`,
        }
      }
      on.push({ column: column.name, toColumn: toColumn.name })
    }
    return on
  }

  /** The column of an entity or a dimension, or of that name. */
  #findColumn(name: string, { model }: ModelDataset): FoundTable['columns'][number] | null {
    const element =
      model.entities.find((entity) => entity.name === name) ?? model.dimensions.get(name)
    return findExpressionColumn(element?.expr ?? name, model, this.#source)
  }
}

/** The times by which events follow one another. */
function findAsOfTimes(
  { window }: DbtConversion,
  { base, event }: ConversionEnds,
): AsOf | { readonly refused: string } {
  const [before, after] = [findModelTime(base), findModelTime(event)]
  if (before == null || after == null) {
    const { model } = before == null ? base : event
    return { refused: `a conversion of ${model.name}, which has no time` }
  }
  const grain = PLAIN_GRAINS.find((candidate) => candidate === before.grain)
  if (before.grain !== after.grain || grain === undefined) {
    return { refused: `a conversion between times of ${before.grain} and ${after.grain}` }
  }
  const times = { column: after.column, toColumn: before.column, grain }
  if (window === null) return times
  const span = parseSpan(window)
  if ('refused' in span) return span
  const unit = PLAIN_GRAINS.find((candidate) => candidate === span.grain)
  if (unit === undefined) return { refused: `a conversion within ${window}` }
  return { ...times, within: { count: span.count, grain: unit } }
}

function findModelTime({
  dataset,
  otherTime,
}: ModelDataset): DatasetDefinition['time'] | undefined {
  return otherTime === null
    ? dataset.time
    : dataset.times?.find((namedTime) => namedTime.name === otherTime)
}
