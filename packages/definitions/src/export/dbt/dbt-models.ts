import type { DatasetDefinition } from '@tributary/catalog'
import { FreeNames } from '../../draft/names.ts'
import type { Data, Exporter } from '../exporter/exporter.ts'
import { lowerRows } from '../formula/flatten.ts'
import { quoteName } from '../formula/print-sql.ts'
import { refuseExport } from '../formula/refusal.ts'
import { printTemplate, toDbtName, toDbtTexts } from './dbt-names.ts'

interface Entity {
  readonly name: string
  readonly type: 'primary' | 'unique' | 'foreign'
  readonly column: string
}

interface Model {
  readonly dataset: DatasetDefinition
  readonly primary: string
  readonly entities: Entity[]
  readonly dimensions: Data[]
  /** The names of the dimensions that are dimensions here. */
  readonly exportedDimensions: string[]
  /** By column, the dimension with its values. */
  readonly byColumn: Map<string, string>
}

/** The semantic models of a workspace. */
export class Models {
  /** Names that nothing has. */
  readonly names: FreeNames
  readonly #base: Exporter
  readonly #models = new Map<string, Model>()
  /** By dataset and relation, the entity that leads on. */
  readonly #paths = new Map<string, string>()

  constructor(base: Exporter) {
    const { workspace } = base
    this.#base = base
    this.names = new FreeNames(
      [...workspace.datasets, ...workspace.dimensions, ...workspace.metrics].map(
        ({ name }) => name,
      ),
    )
    for (const dataset of workspace.datasets) {
      if (!base.tables.has(dataset.name)) continue
      base.attempt('datasets', dataset.name, () => this.#add(dataset))
    }
    for (const { dataset } of this.#models.values()) this.#relate(dataset)
    for (const dimension of workspace.dimensions) {
      if (!base.tables.has(dimension.dataset)) continue
      base.attempt('dimensions', dimension.name, () => {
        const model = this.#models.get(dimension.dataset)
        if (model === undefined) return refuseExport(`its dataset ${dimension.dataset} is left out`)
        if (dimension.via.length > 0) refuseExport('it names the relation that leads to its value')
        toDbtName(dimension.name)
        const { dataset } = model
        const tree = lowerRows(dimension.value, dataset, base.catalog)
        const expr = printTemplate(tree, (columnDataset, column) =>
          this.printColumn(columnDataset, column, dataset),
        )
        const column = tree.kind === 'column' ? tree.column : null
        const isTime = column !== null && column === dataset.time?.column && !dataset.time.via
        model.dimensions.push(
          isTime
            ? createTimeDimension(toDbtTexts(dimension), expr, dataset)
            : { ...toDbtTexts(dimension), type: 'categorical', expr },
        )
        model.exportedDimensions.push(dimension.name)
        if (column !== null && !model.byColumn.has(column))
          model.byColumn.set(column, dimension.name)
      })
    }
  }

  get dimensions(): number {
    return [...this.#models.values()].reduce(
      (sum, { exportedDimensions: dimensionNames }) => sum + dimensionNames.length,
      0,
    )
  }

  listExportedDimensions(name: string): readonly string[] {
    return this.#models.get(name)!.exportedDimensions
  }

  /** A column as SQL of its own table. */
  printColumn(columnDataset: string, name: string, dataset: DatasetDefinition): string {
    if (columnDataset !== dataset.name)
      refuseExport(`it names columns of ${columnDataset}, a measure those of its own table`)
    return quoteName(dataset.columns.find((candidate) => candidate.name === name)!.sourceColumn)
  }

  /** The dimension of a column, as a template for the rows of a dataset. */
  printDimension(from: string, columnDataset: string, column: string): string {
    const { catalog } = this.#base
    const sourceModel = this.#models.get(from)!
    const target = this.#models.get(columnDataset)
    const name = target?.byColumn.get(column)
    if (name === undefined) refuseExport(`no dimension is the column ${column} of ${columnDataset}`)
    if (columnDataset === from) return `{{ Dimension('${sourceModel.primary}__${name}') }}`
    const path = catalog.reach(sourceModel.dataset).get(columnDataset)
    if (!Array.isArray(path)) refuseExport(`several relations lead to ${columnDataset}`)
    const entities = path.map((relation, i) => {
      const start = i === 0 ? from : path[i - 1]!.to
      return (
        this.#paths.get(`${start} ${relation.name}`) ??
        refuseExport(`the relation ${relation.name} has several keys`)
      )
    })
    return `{{ Dimension('${[...entities, name].join('__')}') }}`
  }

  /** The time dimension of a time of a dataset, which is made where there is none. */
  findTimeDimension(dataset: DatasetDefinition, name: string | undefined): string {
    const time =
      name === undefined
        ? dataset.time
        : (dataset.times?.find((namedTime) => namedTime.name === name) ?? dataset.time)
    if (time === null || time === undefined)
      return refuseExport('its dataset has no time, which MetricFlow needs')
    if (time.via !== undefined && time.via.length > 0)
      refuseExport('its time is of another dataset')
    const model =
      this.#models.get(dataset.name) ??
      refuseExport(`it stands on ${dataset.name}, which is left out`)
    const dimensionName = model.byColumn.get(time.column)
    const isTime = model.dimensions.some(
      (dimension) => dimension.name === dimensionName && dimension.type === 'time',
    )
    if (dimensionName !== undefined && isTime) return dimensionName
    const key = `time of ${time.column}`
    const previousName = model.byColumn.get(key)
    if (previousName !== undefined) return previousName
    const newName = this.names.take(`${dataset.name}_${time.column.toLowerCase()}`)
    const expr = this.printColumn(dataset.name, time.column, dataset)
    model.dimensions.push(createTimeDimension({ name: newName }, expr, { ...dataset, time }))
    model.byColumn.set(key, newName)
    return newName
  }

  /** The models as a manifest has them, with their measures. */
  toData(listMeasures: (dataset: string) => readonly Data[]): readonly Data[] {
    return [...this.#models.values()].map((model) => {
      const { dataset, primary, entities, dimensions } = model
      const { reference } = this.#base.tables.get(dataset.name)!
      const hasTime = dataset.time !== null && !dataset.time.via?.length
      const measures = listMeasures(dataset.name)
      const time = hasTime ? this.findTimeDimension(dataset, undefined) : null
      const isKeyed = entities.some(({ type }) => type === 'primary')
      return {
        name: dataset.name,
        ...(dataset.description !== '' && { description: toDbtTexts(dataset).description }),
        node_relation: {
          alias: reference.table,
          schema_name: reference.schema,
          database: reference.database,
        },
        ...(time !== null && { defaults: { agg_time_dimension: time } }),
        ...(!isKeyed && { primary_entity: primary }),
        entities: entities.map(({ name, type, column }) => ({ name, type, expr: column })),
        dimensions,
        measures: measures,
      }
    })
  }

  #add(dataset: DatasetDefinition): void {
    toDbtName(dataset.name)
    const primary = this.names.take(`${dataset.name}_row`)
    const keys = dataset.columns.filter(({ isPrimaryKey }) => isPrimaryKey)
    const entities: Entity[] =
      keys.length === 1
        ? [{ name: primary, type: 'primary', column: quoteName(keys[0]!.sourceColumn) }]
        : []
    this.#models.set(dataset.name, {
      dataset,
      primary,
      entities,
      dimensions: [],
      exportedDimensions: [],
      byColumn: new Map(),
    })
  }

  /** An entity on both sides of each relation of one key. */
  #relate({ name: from, relations, columns }: DatasetDefinition): void {
    for (const { name, to, on } of relations) {
      const target = this.#models.get(to)
      const [pair, ...more] = on
      if (target === undefined || pair === undefined || more.length > 0) continue
      const entity = this.names.take(`${from}_${name}`.toLowerCase())
      const source = (list: DatasetDefinition['columns'], column: string): string =>
        quoteName(list.find((candidate) => candidate.name === column)!.sourceColumn)
      this.#models
        .get(from)!
        .entities.push({ name: entity, type: 'foreign', column: source(columns, pair.column) })
      target.entities.push({
        name: entity,
        type: 'unique',
        column: source(target.dataset.columns, pair.toColumn),
      })
      this.#paths.set(`${from} ${name}`, entity)
    }
  }
}

function createTimeDimension(base: Data, expr: string, { time }: DatasetDefinition): Data {
  const time_granularity = time!.grain.toLowerCase()
  return { ...base, type: 'time', expr, type_params: { time_granularity } }
}
