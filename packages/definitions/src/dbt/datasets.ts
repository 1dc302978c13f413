import type { DatasetDefinition } from '@tributary/catalog'
import { PLAIN_GRAINS } from '@tributary/expression/internal'
import { type Draft, texts } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { FreeNames } from '../draft/names.ts'
import { columnNames, type FoundTable, tableName } from '../draft/tables.ts'
import type { SqlTextDialect } from '../sql-text/dialects.ts'
import { readSql, type SqlReading } from '../sql-text/read-sql.ts'
import type { DbtEntity, DbtManifest, DbtModel } from './manifest.ts'

/** A dataset of a semantic model with one of its times. */
export interface ModelDataset {
  readonly name: string
  readonly model: DbtModel
  readonly dataset: DatasetDefinition
  /** The time dimension; null without one. */
  readonly time: string | null
  /** What metrics call the time, where it is not that of the dataset. */
  readonly otherTime: string | null
  readonly relations: readonly ModelRelation[]
}

/** A way from a model to another by an entity. */
export interface ModelRelation {
  readonly name: string
  readonly entity: string
  readonly to: string
}

/** What datasets are made from. */
export interface DatasetSource {
  readonly manifest: DbtManifest
  readonly dialect: SqlTextDialect
  readonly tables: ReadonlyMap<DbtModel, FoundTable>
  readonly draft: Draft
}

/** The datasets of a manifest, by `model` and by `model time`. */
export type ModelDatasets = ReadonlyMap<string, ModelDataset>

/** The key of a dataset in {@link ModelDatasets}. */
export function datasetKey(model: string, time: string | null, usual: string | null): string {
  return time === null || time === usual ? model : `${model} ${time}`
}

/** Makes the datasets of the models, with the further times that metrics have. */
export function makeDatasets(source: DatasetSource): ModelDatasets {
  const { manifest, draft, tables } = source
  const known = [...manifest.models.values()].filter((model) => tables.has(model))
  const named = new Map(known.map((model) => [model, draft.names.datasets.take(model.name)]))
  for (const model of manifest.models.values()) {
    if (named.has(model)) continue
    const message = `there is no data for its table ${tableName(model.table)}`
    draft.findings.add('LEFT_OUT', subjectOf(model), message)
  }
  const relations = new Map(known.map((model) => [model, relationsOf(model, source, named)]))
  const datasets = new Map<string, ModelDataset>()
  for (const [model, name] of named) {
    const ways = relations.get(model)!
    const usual = datasetOf({ model, name, ways }, source)
    const others = otherTimes(model, source)
    const dataset = others.length === 0 ? usual : { ...usual, times: others.map(({ of }) => of) }
    draft.add('datasets', dataset, subjectOf(model))
    const made = { name, model, dataset, relations: ways }
    const time = dataset.time === null ? null : model.time
    datasets.set(model.name, { ...made, time, otherTime: null })
    for (const { of, dimension } of others) {
      const key = datasetKey(model.name, dimension, model.time)
      datasets.set(key, { ...made, time: dimension, otherTime: of.name })
    }
  }
  return datasets
}

type NamedTime = NonNullable<DatasetDefinition['times']>[number]

/** The times of a model that measures name and that are not its usual one. */
function otherTimes(
  model: DbtModel,
  source: DatasetSource,
): readonly { readonly of: NamedTime; readonly dimension: string }[] {
  const names = new FreeNames([])
  const asked = [...source.manifest.metrics.values()].flatMap(({ measure }) => {
    return measure?.model === model.name ? [measure.time] : []
  })
  return [...new Set(asked)].flatMap((dimension) => {
    if (dimension === null || dimension === model.time) return []
    const time = timeOf(model, dimension, source)
    return time === null ? [] : [{ of: { name: names.take(dimension), ...time }, dimension }]
  })
}

function subjectOf({ name, at }: DbtModel): Subject {
  return { kind: 'dataset', name, at }
}

/** Reads SQL about the columns of a model. */
export function readOfModel(
  text: string,
  {
    name,
    model,
    table,
  }: {
    readonly name: string
    readonly model: DbtModel
    readonly table: Pick<FoundTable, 'columns'>
  },
  dialect: SqlTextDialect,
): SqlReading {
  const aliases = [model.name, model.table.table, name]
  return readSql(text, { dialect, resolve: columnNames({ name, columns: table.columns }, aliases) })
}

/** The column that an expression is, or null. */
export function columnOf(
  expr: string,
  model: DbtModel,
  { tables, dialect }: Pick<DatasetSource, 'tables' | 'dialect'>,
): FoundTable['columns'][number] | null {
  const table = tables.get(model)!
  const { tree } = readOfModel(expr, { name: model.name, model, table }, dialect)
  if (tree?.kind !== 'column') return null
  return table.columns.find(({ name }) => name === tree.column) ?? null
}

type KeyPairs = DatasetDefinition['relations'][number]['on']

/** A relation between the columns of two models. */
type ModelWay = ModelRelation & Pick<DatasetDefinition['relations'][number], 'on' | 'asOf'>

/** From each entity to every other model in which the entity is a key of one row. */
function relationsOf(
  model: DbtModel,
  source: DatasetSource,
  named: ReadonlyMap<DbtModel, string>,
): readonly ModelWay[] {
  const names = new FreeNames([named.get(model)!])
  return model.entities.flatMap((entity) => {
    const targets = [...named.keys()].filter(
      (other) => other !== model && (isKeyOf(other, entity) || isValidKeyOf(other, entity)),
    )
    const own = columnOf(entity.expr, model, source)
    if (targets.length > 0 && own === null) {
      const message = `a relation joins columns, and "${entity.expr}" is none`
      source.draft.findings.add(
        'LEFT_OUT',
        { kind: 'relation', name: entity.name, at: entity.at },
        message,
      )
    }
    if (own === null || !mayLead(model, entity)) return []
    return targets.flatMap((target) => {
      const key = target.entities.find((one) => one.name === entity.name)!
      const toColumn = columnOf(key.expr, target, source)
      if (toColumn === null) return []
      const asOf = hasValidity(target) ? validAt(model, target, source) : null
      if (asOf !== null && 'refused' in asOf) {
        const subject = { kind: 'relation' as const, name: entity.name, at: entity.at }
        source.draft.findings.add('LEFT_OUT', subject, asOf.refused)
        return []
      }
      const wanted = [`${entity.name}_${named.get(target)!}`] as const
      const name = targets.length === 1 ? names.take(entity.name, ...wanted) : names.take(...wanted)
      const on = [
        { column: own.name, toColumn: toColumn.name },
        ...partitionsOf(model, target, source),
      ]
      const way = { name, entity: entity.name, to: named.get(target)!, on }
      return [asOf === null ? way : { ...way, asOf }]
    })
  })
}

/** Models that are both cut into partitions are joined within a partition. */
function partitionsOf(model: DbtModel, target: DbtModel, source: DatasetSource): KeyPairs {
  const [own, other] = [partitionOf(model, source), partitionOf(target, source)]
  return own === null || other === null ? [] : [{ column: own.name, toColumn: other.name }]
}

function partitionOf(model: DbtModel, source: DatasetSource): FoundTable['columns'][number] | null {
  const partition = [...model.dimensions.values()].find(({ isPartition }) => isPartition)
  return partition === undefined ? null : columnOf(partition.expr, model, source)
}

function isKeyOf(model: DbtModel, { name }: DbtEntity): boolean {
  return model.entities.some(
    (one) => one.name === name && (one.type === 'primary' || one.type === 'unique'),
  )
}

/** From a foreign key always; from a key of its own where the model has something to aggregate. */
function mayLead(model: DbtModel, { type }: DbtEntity): boolean {
  return type === 'foreign' || (type !== 'natural' && model.time !== null)
}

function hasValidity({ dimensions }: DbtModel): boolean {
  return [...dimensions.values()].some(({ validity }) => validity !== null)
}

/** Whether an entity is the key of rows that hold for a while. */
function isValidKeyOf(model: DbtModel, { name }: DbtEntity): boolean {
  const isNatural = model.entities.some((one) => one.name === name && one.type === 'natural')
  return isNatural && hasValidity(model)
}

type AsOf = NonNullable<DatasetDefinition['relations'][number]['asOf']>

/** How a model finds the row of another that holds at the time of its own, or why it cannot. */
function validAt(
  model: DbtModel,
  target: DbtModel,
  source: DatasetSource,
): AsOf | { readonly refused: string } {
  const refused = (why: string) => ({ refused: `rows of ${target.name} hold for a while, ${why}` })
  if (model.time === null) return refused(`and ${model.name} has no time`)
  const measures = [...source.manifest.metrics.values()].flatMap(({ measure }) => measure ?? [])
  const others = measures.filter(({ time, model: of }) => of === model.name && time !== null)
  if (others.some(({ time }) => time !== model.time)) {
    return refused(`and metrics of ${model.name} have several times`)
  }
  const dimensions = [...target.dimensions.values()]
  const start = dimensions.find(({ validity }) => validity === 'START')
  const end = dimensions.find(({ validity }) => validity === 'END')
  const time = model.dimensions.get(model.time)
  if (start === undefined || end === undefined || time === undefined) {
    return refused('without a time from which on and one until which')
  }
  const [own, from, until] = [
    columnOf(time.expr, model, source),
    columnOf(start.expr, target, source),
    columnOf(end.expr, target, source),
  ]
  if (own === null || from === null || until === null)
    return refused('by times that are no columns')
  const grain = PLAIN_GRAINS.find((one) => one === (time.grain ?? 'DAY'))
  if (grain === undefined || [start, end].some((one) => (one.grain ?? 'DAY') !== grain)) {
    return refused('by times of another granularity')
  }
  const isDay = own.originDataType === 'DATE' && grain === 'DAY'
  const columns = { column: own.name, toColumn: from.name, untilColumn: until.name }
  return isDay ? columns : { ...columns, grain }
}

interface DatasetParts {
  readonly model: DbtModel
  readonly name: string
  readonly ways: ReturnType<typeof relationsOf>
}

function datasetOf({ model, name, ways }: DatasetParts, source: DatasetSource): DatasetDefinition {
  const table = source.tables.get(model)!
  const partitionColumn = partitionOf(model, source)
  return {
    ...texts(name, model),
    ...{
      source: table.source,
      columns: table.columns,
      filter: null,
      layout: {},
      owner: null,
      tags: [],
    },
    time: timeOf(model, model.time, source),
    relations: ways.map((way) => ({
      ...{ name: way.name, displayName: way.name, type: 'MANY_TO_ONE' as const, to: way.to },
      on: way.on,
      ...(way.asOf && { asOf: way.asOf }),
    })),
    partition:
      partitionColumn === null
        ? null
        : {
            ...{ column: partitionColumn.name, sourceTable: null, sourceColumn: null },
            ...{ grain: null, columns: [] },
          },
  }
}

const GRAINS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const

function timeOf(
  model: DbtModel,
  time: string | null,
  source: DatasetSource,
): DatasetDefinition['time'] {
  if (time === null) return null
  const dimension = model.dimensions.get(time)
  const note = (message: string): null => {
    source.draft.findings.add('NOTE', subjectOf(model), message)
    return null
  }
  if (dimension === undefined) return note(`no time: it has no dimension "${time}"`)
  const column = columnOf(dimension.expr, model, source)
  if (column === null) return note(`no time: "${dimension.expr}" of "${time}" is no column`)
  if (!/^(DATE|DATETIME|TIMESTAMP)$/.test(column.originDataType)) {
    return note(`no time: the column ${column.name} is a ${column.originDataType}`)
  }
  const { grain } = dimension
  const known = GRAINS.find((one) => one === grain)
  if (known === undefined && grain !== null) {
    const isFiner = /^(NANO|MICRO|MILLI)SECOND$/.test(grain)
    note(
      `the granularity ${grain.toLowerCase()} of "${time}" is ${isFiner ? 'SECOND' : 'DAY'} here`,
    )
    return { column: column.name, grain: isFiner ? 'SECOND' : 'DAY' }
  }
  return { column: column.name, grain: known ?? 'DAY' }
}
