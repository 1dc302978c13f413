import type { DatasetDefinition } from '@tributary/catalog'
import { PLAIN_GRAINS } from '@tributary/expression/internal'
import { type Draft, toTexts } from '../../draft/draft.ts'
import type { Subject } from '../../draft/findings.ts'
import { FreeNames } from '../../draft/names.ts'
import { createColumnResolver, type FoundTable, formatTableName } from '../../draft/tables.ts'
import { readSql, type SqlReading } from '../../sql-text/read-sql.ts'
import type { SqlTextDialect } from '../../sql-text/syntax/dialects.ts'
import type { DbtEntity, DbtManifest, DbtModel } from '../manifest/manifest.ts'

/** A dataset of a semantic model with one of its times. */
export interface ModelDataset {
  readonly name: string
  readonly model: DbtModel
  readonly dataset: DatasetDefinition
  /** The time dimension; null without one. */
  readonly time: string | null
  /** The name of the time in definitions of metrics; null for the time of the dataset. */
  readonly otherTime: string | null
  readonly relations: readonly ModelRelation[]
}

/** A way from a model to another by an entity. */
export interface ModelRelation {
  readonly name: string
  readonly entity: string
  readonly to: string
}

/** The input of an import: the manifest, the tables of its models, and the draft to add to. */
export interface DatasetSource {
  readonly manifest: DbtManifest
  readonly dialect: SqlTextDialect
  readonly tables: ReadonlyMap<DbtModel, FoundTable>
  readonly draft: Draft
}

/** The datasets of a manifest, by `model` and by `model time`. */
export type ModelDatasets = ReadonlyMap<string, ModelDataset>

/** The key of a dataset in {@link ModelDatasets}. */
export function toDatasetKey(model: string, time: string | null, usual: string | null): string {
  return time === null || time === usual ? model : `${model} ${time}`
}

/** Makes the datasets of the models, with the further times that metrics have. */
export function makeDatasets(source: DatasetSource): ModelDatasets {
  const { manifest, draft, tables } = source
  const availableModels = [...manifest.models.values()].filter((model) => tables.has(model))
  const names = new Map(
    availableModels.map((model) => [model, draft.names.datasets.take(model.name)]),
  )
  for (const model of manifest.models.values()) {
    if (names.has(model)) continue
    const message = `there is no data for its table ${formatTableName(model.table)}`
    draft.findings.add('LEFT_OUT', toModelSubject(model), message)
  }
  const relations = new Map(
    availableModels.map((model) => [model, listModelRelations(model, source, names)]),
  )
  const datasets = new Map<string, ModelDataset>()
  for (const [model, name] of names) {
    const modelRelations = relations.get(model)!
    const usual = makeModelDataset({ model, name, relations: modelRelations }, source)
    const additionalTimes = listOtherTimes(model, source)
    const dataset =
      additionalTimes.length === 0
        ? usual
        : { ...usual, times: additionalTimes.map(({ time }) => time) }
    draft.add('datasets', dataset, toModelSubject(model))
    const modelDataset = { name, model, dataset, relations: modelRelations }
    const time = dataset.time === null ? null : model.time
    datasets.set(model.name, { ...modelDataset, time, otherTime: null })
    for (const { time: otherTime, dimension } of additionalTimes) {
      const key = toDatasetKey(model.name, dimension, model.time)
      datasets.set(key, { ...modelDataset, time: dimension, otherTime: otherTime.name })
    }
  }
  return datasets
}

type NamedTime = NonNullable<DatasetDefinition['times']>[number]

/** The times of a model that measures name and that are not its usual one. */
function listOtherTimes(
  model: DbtModel,
  source: DatasetSource,
): readonly { readonly time: NamedTime; readonly dimension: string }[] {
  const names = new FreeNames([])
  const measureTimes = [...source.manifest.metrics.values()].flatMap(({ measure }) => {
    return measure?.model === model.name ? [measure.time] : []
  })
  return [...new Set(measureTimes)].flatMap((dimension) => {
    if (dimension === null || dimension === model.time) return []
    const time = resolveDatasetTime(model, dimension, source)
    return time === null ? [] : [{ time: { name: names.take(dimension), ...time }, dimension }]
  })
}

function toModelSubject({ name, at }: DbtModel): Subject {
  return { kind: 'dataset', name, at }
}

/** Reads SQL about the columns of a model. */
export function readModelExpression(
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
  return readSql(text, {
    dialect,
    resolve: createColumnResolver({ name, columns: table.columns }, aliases),
  })
}

/** The column that an expression is, or null. */
export function findExpressionColumn(
  expr: string,
  model: DbtModel,
  { tables, dialect }: Pick<DatasetSource, 'tables' | 'dialect'>,
): FoundTable['columns'][number] | null {
  const table = tables.get(model)!
  const { tree } = readModelExpression(expr, { name: model.name, model, table }, dialect)
  if (tree?.kind !== 'column') return null
  return table.columns.find(({ name }) => name === tree.column) ?? null
}

type KeyPairs = DatasetDefinition['relations'][number]['on']

/** A relation between the columns of two models. */
type ModelWay = ModelRelation & Pick<DatasetDefinition['relations'][number], 'on' | 'asOf'>

/** From each entity to every other model in which the entity is a key of one row. */
function listModelRelations(
  model: DbtModel,
  source: DatasetSource,
  namesByModel: ReadonlyMap<DbtModel, string>,
): readonly ModelWay[] {
  const names = new FreeNames([namesByModel.get(model)!])
  return model.entities.flatMap((entity) => {
    const targets = [...namesByModel.keys()].filter(
      (candidate) =>
        candidate !== model &&
        (hasUniqueKey(candidate, entity) || hasValidityKey(candidate, entity)),
    )
    const keyColumn = findExpressionColumn(entity.expr, model, source)
    if (targets.length > 0 && keyColumn === null) {
      const message = `a relation joins columns, and "${entity.expr}" is none`
      source.draft.findings.add(
        'LEFT_OUT',
        { kind: 'relation', name: entity.name, at: entity.at },
        message,
      )
    }
    if (keyColumn === null || !canLeadTo(model, entity)) return []
    return targets.flatMap((target) => {
      const key = target.entities.find((candidate) => candidate.name === entity.name)!
      const toColumn = findExpressionColumn(key.expr, target, source)
      if (toColumn === null) return []
      const asOf = hasValidity(target) ? toValidityCondition(model, target, source) : null
      if (asOf !== null && 'refused' in asOf) {
        const subject = { kind: 'relation' as const, name: entity.name, at: entity.at }
        source.draft.findings.add('LEFT_OUT', subject, asOf.refused)
        return []
      }
      const relationNames = [`${entity.name}_${namesByModel.get(target)!}`] as const
      const name =
        targets.length === 1
          ? names.take(entity.name, ...relationNames)
          : names.take(...relationNames)
      const on = [
        { column: keyColumn.name, toColumn: toColumn.name },
        ...pairPartitionColumns(model, target, source),
      ]
      const relation = { name, entity: entity.name, to: namesByModel.get(target)!, on }
      return [asOf === null ? relation : { ...relation, asOf }]
    })
  })
}

/** Models that are both cut into partitions are joined within a partition. */
function pairPartitionColumns(model: DbtModel, target: DbtModel, source: DatasetSource): KeyPairs {
  const [sourceColumn, targetColumn] = [
    findPartitionColumn(model, source),
    findPartitionColumn(target, source),
  ]
  return sourceColumn === null || targetColumn === null
    ? []
    : [{ column: sourceColumn.name, toColumn: targetColumn.name }]
}

function findPartitionColumn(
  model: DbtModel,
  source: DatasetSource,
): FoundTable['columns'][number] | null {
  const partition = [...model.dimensions.values()].find(({ isPartition }) => isPartition)
  return partition === undefined ? null : findExpressionColumn(partition.expr, model, source)
}

function hasUniqueKey(model: DbtModel, { name }: DbtEntity): boolean {
  return model.entities.some(
    (entity) => entity.name === name && (entity.type === 'primary' || entity.type === 'unique'),
  )
}

/** From a foreign key always; from a key of its own where the model has something to aggregate. */
function canLeadTo(model: DbtModel, { type }: DbtEntity): boolean {
  return type === 'foreign' || (type !== 'natural' && model.time !== null)
}

function hasValidity({ dimensions }: DbtModel): boolean {
  return [...dimensions.values()].some(({ validity }) => validity !== null)
}

/** Whether an entity is the key of rows that hold for a while. */
function hasValidityKey(model: DbtModel, { name }: DbtEntity): boolean {
  const isNatural = model.entities.some(
    (entity) => entity.name === name && entity.type === 'natural',
  )
  return isNatural && hasValidity(model)
}

type AsOf = NonNullable<DatasetDefinition['relations'][number]['asOf']>

/** How a model finds the row of another that holds at the time of its own, or why it cannot. */
function toValidityCondition(
  model: DbtModel,
  target: DbtModel,
  source: DatasetSource,
): AsOf | { readonly refused: string } {
  const refused = (why: string) => ({ refused: `rows of ${target.name} hold for a while, ${why}` })
  if (model.time === null) return refused(`and ${model.name} has no time`)
  const measures = [...source.manifest.metrics.values()].flatMap(({ measure }) => measure ?? [])
  const timedMeasures = measures.filter(
    ({ time, model: measuredModel }) => measuredModel === model.name && time !== null,
  )
  if (timedMeasures.some(({ time }) => time !== model.time)) {
    return refused(`and metrics of ${model.name} have several times`)
  }
  const dimensions = [...target.dimensions.values()]
  const start = dimensions.find(({ validity }) => validity === 'START')
  const end = dimensions.find(({ validity }) => validity === 'END')
  const time = model.dimensions.get(model.time)
  if (start === undefined || end === undefined || time === undefined) {
    return refused('without a time from which on and one until which')
  }
  const [timeColumn, from, until] = [
    findExpressionColumn(time.expr, model, source),
    findExpressionColumn(start.expr, target, source),
    findExpressionColumn(end.expr, target, source),
  ]
  if (timeColumn === null || from === null || until === null)
    return refused('by times that are no columns')
  const grain = PLAIN_GRAINS.find((candidate) => candidate === (time.grain ?? 'DAY'))
  if (grain === undefined || [start, end].some((bound) => (bound.grain ?? 'DAY') !== grain)) {
    return refused('by times of another granularity')
  }
  const isDay = timeColumn.originDataType === 'DATE' && grain === 'DAY'
  const columns = { column: timeColumn.name, toColumn: from.name, untilColumn: until.name }
  return isDay ? columns : { ...columns, grain }
}

interface DatasetParts {
  readonly model: DbtModel
  readonly name: string
  readonly relations: ReturnType<typeof listModelRelations>
}

function makeModelDataset(
  { model, name, relations }: DatasetParts,
  source: DatasetSource,
): DatasetDefinition {
  const table = source.tables.get(model)!
  const partitionColumn = findPartitionColumn(model, source)
  return {
    ...toTexts(name, model),
    source: table.source,
    columns: table.columns,
    filter: null,
    layout: {},
    owner: null,
    tags: [],
    time: resolveDatasetTime(model, model.time, source),
    relations: relations.map((relation) => ({
      name: relation.name,
      displayName: relation.name,
      type: 'MANY_TO_ONE' as const,
      to: relation.to,
      on: relation.on,
      ...(relation.asOf && { asOf: relation.asOf }),
    })),
    partition:
      partitionColumn === null
        ? null
        : {
            column: partitionColumn.name,
            sourceTable: null,
            sourceColumn: null,
            grain: null,
            columns: [],
          },
  }
}

function resolveDatasetTime(
  model: DbtModel,
  time: string | null,
  source: DatasetSource,
): DatasetDefinition['time'] {
  if (time === null) return null
  const dimension = model.dimensions.get(time)
  const note = (message: string): null => {
    source.draft.findings.add('NOTE', toModelSubject(model), message)
    return null
  }
  if (dimension === undefined) return note(`no time: it has no dimension "${time}"`)
  const column = findExpressionColumn(dimension.expr, model, source)
  if (column === null) return note(`no time: "${dimension.expr}" of "${time}" is no column`)
  if (!/^(DATE|DATETIME|TIMESTAMP)$/.test(column.originDataType)) {
    return note(`no time: the column ${column.name} is a ${column.originDataType}`)
  }
  const { grain } = dimension
  const plainGrain = PLAIN_GRAINS.find((candidate) => candidate === grain)
  if (plainGrain === undefined && grain !== null) {
    const isFiner = /^(NANO|MICRO|MILLI)SECOND$/.test(grain)
    note(
      `the granularity ${grain.toLowerCase()} of "${time}" is ${isFiner ? 'SECOND' : 'DAY'} here`,
    )
    return { column: column.name, grain: isFiner ? 'SECOND' : 'DAY' }
  }
  return { column: column.name, grain: plainGrain ?? 'DAY' }
}
