import {
  type Catalog,
  createCatalog,
  type DatasetDefinition,
  type DimensionDefinition,
  type MetricDefinition,
  type Workspace,
} from '@tributary/catalog'
import { writeYaml } from '@tributary/catalog/internal'
import { DATASET_KEYS, type ExtendedList, VENDOR } from '../extras/extension.ts'
import { contentOf, type Item, itemsByName } from '../extras/items.ts'
import { importDefinitions } from '../import/import-definitions.ts'
import { elementsOf, hashOfElement } from '../ossie/elements.ts'
import { comparable, type Flat, flatten, lowerRows } from './aggregates.ts'
import { printSql, sqlName } from './print-sql.ts'
import { NotExported, notExported } from './refusal.ts'
import { standsOn } from './stands-on.ts'
import { type TableName, tableLookup, tableNames } from './table-names.ts'

/** What became of a definition that is not in the file as it is here. */
export interface ExportFinding {
  /** LEFT_OUT: not in the file. NOTE: in the file, with a difference. */
  readonly status: 'LEFT_OUT' | 'NOTE'
  readonly list: ExtendedList
  readonly name: string
  readonly message: string
}

/** A file of another format. */
export interface OssieExport {
  readonly text: string
  readonly findings: readonly ExportFinding[]
  readonly counts: {
    readonly datasets: number
    readonly dimensions: number
    readonly metrics: number
  }
}

type Data = Record<string, unknown>

/** A workspace as a model of Ossie, version 0.2.0.dev0. */
export async function exportOssie(workspace: Workspace): Promise<OssieExport> {
  const exporter = new OssieExporter(workspace)
  return exporter.run()
}

class OssieExporter {
  readonly #workspace: Workspace
  readonly #catalog: Catalog
  readonly #findings: ExportFinding[] = []
  readonly #tables: ReadonlyMap<string, TableName>
  /** What each exported metric computes. */
  readonly #flat = new Map<string, Flat>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
    this.#catalog = createCatalog(workspace)
    const tables = tableNames(workspace.datasets)
    for (const [name, one] of tables)
      if (typeof one === 'string') this.#leave('datasets', name, one)
    this.#tables = new Map(
      [...tables].flatMap(([name, one]) => (typeof one === 'string' ? [] : [[name, one] as const])),
    )
  }

  async run(): Promise<OssieExport> {
    let model = this.#model()
    const bare = await this.#imported(model)
    const lost = this.#differing(bare)
    if (lost.size > 0) {
      for (const [name, why] of lost) this.#leave('metrics', name, why)
      model = {
        ...model,
        metrics: (model.metrics as Data[]).filter(({ name }) => !lost.has(String(name))),
      }
    }
    const whole = this.#extended(model, lost.size > 0 ? await this.#imported(model) : bare)
    await this.#noteDifferences(whole)
    const { datasets, metrics } = whole as { datasets: Data[]; metrics: Data[] }
    return {
      text: writeYaml({ version: '0.2.0.dev0', semantic_model: [whole] }),
      findings: this.#findings,
      counts: {
        datasets: datasets.length,
        dimensions: datasets.flatMap(({ fields }) => (fields ?? []) as unknown[]).length,
        metrics: metrics.length,
      },
    }
  }

  #leave(list: ExtendedList, name: string, message: string): void {
    this.#findings.push({ status: 'LEFT_OUT', list, name, message })
  }

  /** What `make` gives; null, with the reason in the findings, where it cannot be exported. */
  #attempt<T>(list: ExtendedList, name: string, make: () => T): T | null {
    try {
      return make()
    } catch (error) {
      if (!(error instanceof NotExported)) throw error
      this.#leave(list, name, error.message)
      return null
    }
  }

  #model(): Data {
    const { datasets, dimensions, metrics, tenant } = this.#workspace
    const there = datasets.filter(({ name }) => this.#tables.has(name))
    const fields = Map.groupBy(dimensions, ({ dataset }) => dataset)
    for (const { name, dataset } of dimensions) {
      if (!this.#tables.has(dataset)) {
        this.#leave('dimensions', name, `its dataset ${dataset} is left out`)
      }
    }
    return {
      name: tenant,
      datasets: there.map((one) => this.#dataset(one, fields.get(one.name) ?? [])),
      relationships: there.flatMap((one) => this.#relationships(one)),
      metrics: metrics.flatMap((one) => {
        const made = this.#attempt('metrics', one.name, () => this.#metric(one))
        return made === null ? [] : [made]
      }),
    }
  }

  #dataset(dataset: DatasetDefinition, dimensions: readonly DimensionDefinition[]): Data {
    const keys = dataset.columns.filter(({ isPrimaryKey }) => isPrimaryKey)
    const fields = dimensions.flatMap((one) => {
      const made = this.#attempt('dimensions', one.name, () => this.#field(one, dataset))
      return made === null ? [] : [made]
    })
    return {
      ...described(dataset),
      source: this.#tables.get(dataset.name)!.text,
      ...(keys.length === 1 && { primary_key: [keys[0]!.sourceColumn] }),
      ...(fields.length > 0 && { fields }),
    }
  }

  #field(dimension: DimensionDefinition, dataset: DatasetDefinition): Data {
    if (dimension.via.length > 0) notExported('it names the relation that leads to its value')
    const { value } = dimension
    const tree = lowerRows(
      value.type === 'CUSTOM' ? value.expr : { dataset: dataset.name, column: value.column },
      dataset,
      this.#catalog,
    )
    const time = dataset.time?.via === undefined ? dataset.time?.column : undefined
    const isTime = tree.kind === 'column' && tree.dataset === dataset.name && tree.column === time
    return {
      ...described(dimension),
      expression: expression(
        printSql(tree, (of, column) => this.#column(of, column, dataset.name)),
      ),
      dimension: { is_time: isTime },
    }
  }

  #column(of: string, name: string, own: string | null = null): string {
    const dataset = this.#catalog.datasets.byName(of)!
    if (!this.#tables.has(of)) notExported(`it stands on ${of}, which is left out`)
    const { sourceColumn } = dataset.columns.find((one) => one.name === name)!
    return own === of ? sqlName(sourceColumn) : `${sqlName(of)}.${sqlName(sourceColumn)}`
  }

  #relationships({ name: from, relations, columns }: DatasetDefinition): readonly Data[] {
    return relations.flatMap(({ name, to, on }) => {
      if (!this.#tables.has(to)) return []
      const target = this.#catalog.datasets.byName(to)!
      const source = (list: DatasetDefinition['columns'], wanted: string): string =>
        list.find((one) => one.name === wanted)!.sourceColumn
      return [
        {
          ...{ name, from, to },
          from_columns: on.map(({ column }) => source(columns, column)),
          to_columns: on.map(({ toColumn }) => source(target.columns, toColumn)),
        },
      ]
    })
  }

  #metric(metric: MetricDefinition): Data {
    const flat = flatten(metric, this.#catalog)
    const text = printSql(flat, (of, column) => this.#column(of, column))
    this.#flat.set(metric.name, flat)
    return { ...described(metric), expression: expression(text) }
  }

  async #imported(model: Data): Promise<Workspace> {
    const text = JSON.stringify({ version: '0.2.0.dev0', semantic_model: [model] })
    const { workspace } = await importDefinitions({
      source: { file: 'export.yaml', text },
      tables: tableLookup(this.#workspace, this.#tables),
      tenant: this.#workspace.tenant,
      from: 'ossie',
    })
    return workspace
  }

  /** The metrics that the file would say something else for, with the reason. */
  #differing(imported: Workspace): ReadonlyMap<string, string> {
    const catalog = createCatalog(imported)
    const lost = new Map<string, string>()
    for (const [name, flat] of this.#flat) {
      const read = catalog.metrics.byName(name)
      if (read === undefined) {
        lost.set(name, 'its text would not be read again')
        continue
      }
      try {
        if (comparable(flatten(read, catalog), catalog) !== comparable(flat, this.#catalog)) {
          lost.set(name, 'its text would be read as something else')
        }
      } catch (error) {
        if (!(error instanceof NotExported)) throw error
        lost.set(name, `its text would be read as something else: ${error.message}`)
      }
    }
    return lost
  }

  /** The model with an extension for each definition that its text alone does not give. */
  #extended(model: Data, bare: Workspace): Data {
    const elements = elementsOf(model)
    const [ours, theirs] = [contentOf(this.#workspace), contentOf(bare)]
    const extended = (list: ExtendedList, thing: Data): Data => {
      const name = String(thing.name)
      const own = itemsByName(ours, list).get(name)!
      const read = itemsByName(theirs, list).get(name)
      if (read === undefined || isSame(list, own, read)) return thing
      const on = standsOn(`${list}/${name}`, this.#catalog)
      const of = hashOfElement(`${list}/${name}`, on, elements)
      const definition = list === 'datasets' ? this.#ofDataset(own) : own
      const data = JSON.stringify({ v: 1, of, on, definition })
      return { ...thing, custom_extensions: [{ vendor_name: VENDOR, data }] }
    }
    return {
      ...model,
      datasets: (model.datasets as Data[]).map((one) => {
        const fields = (one.fields ?? []) as Data[]
        return {
          ...extended('datasets', one),
          ...(fields.length > 0 && {
            fields: fields.map((field) => extended('dimensions', field)),
          }),
        }
      }),
      metrics: (model.metrics as Data[]).map((one) => extended('metrics', one)),
    }
  }

  /** What an extension says of a dataset: not where its rows are, and no relation to what is left out. */
  #ofDataset(item: Item): Item {
    const relations = ((item.relations ?? []) as readonly Item[]).filter(({ to }) =>
      this.#tables.has(String(to)),
    )
    const entries = Object.entries({ ...item, relations }).filter(([key]) =>
      DATASET_KEYS.includes(key),
    )
    return Object.fromEntries(entries)
  }

  /** Says what comes back as something else than it is. */
  async #noteDifferences(model: Data): Promise<void> {
    const [ours, theirs] = [contentOf(this.#workspace), contentOf(await this.#imported(model))]
    for (const list of ['datasets', 'dimensions', 'metrics'] as const) {
      const read = itemsByName(theirs, list)
      for (const [name, item] of itemsByName(ours, list)) {
        const other = read.get(name)
        if (other === undefined || isSame(list, item, other)) continue
        const keys = [...new Set([...Object.keys(item), ...Object.keys(other)])].filter(
          (key) =>
            JSON.stringify(item[key]) !== JSON.stringify(other[key]) && isCompared(list, key),
        )
        const message = `an import of the file has another ${keys.join(', ')}`
        this.#findings.push({ status: 'NOTE', list, name, message })
      }
    }
  }
}

function described(one: { name: string; displayName: string; description: string }): Data {
  const { name, displayName, description } = one
  return {
    name,
    ...(displayName !== name && { label: displayName }),
    ...(description !== '' && { description }),
  }
}

function expression(text: string): Data {
  return { dialects: [{ dialect: 'ANSI_SQL', expression: text }] }
}

/** Where rows are and what columns there are is of the data, not of the file. */
function isCompared(list: ExtendedList, key: string): boolean {
  return list !== 'datasets' || ![...['source', 'columns', 'owner', 'cron', 'rows']].includes(key)
}

function isSame(list: ExtendedList, a: Item, b: Item): boolean {
  const kept = (item: Item): string =>
    JSON.stringify(
      Object.entries(item)
        .filter(([key]) => isCompared(list, key))
        .toSorted(([left], [right]) => (left < right ? -1 : 1)),
    )
  return kept(a) === kept(b)
}
