import { type Catalog, createCatalog, type Workspace } from '@tributary/catalog'
import { DATASET_KEYS, type ExtendedList } from '../../extras/extension.ts'
import { type Item, indexItems, toWorkspaceContent } from '../../extras/items.ts'
import { importDefinitions } from '../../import/import-definitions.ts'
import type { DefinitionsFormat } from '../../import/read-document.ts'
import { type Flat, flatten, toComparableText } from '../formula/flatten.ts'
import { NotExported } from '../formula/refusal.ts'
import { assignTableNames, createTableLookup, type TableName } from './table-names.ts'

/** A definition that the file lacks or has with a difference. */
export interface ExportFinding {
  /** LEFT_OUT: not in the file. NOTE: in the file, with a difference. */
  readonly status: 'LEFT_OUT' | 'NOTE'
  readonly list: ExtendedList
  readonly name: string
  readonly message: string
}

/** Definitions in a format of another tool. */
export interface ExportedDefinitions {
  /** The content of the file. */
  readonly text: string
  /** The definitions that the file lacks, and those that an import of it would change. */
  readonly findings: readonly ExportFinding[]
  /** Numbers of definitions in the file. */
  readonly counts: {
    readonly datasets: number
    readonly dimensions: number
    readonly metrics: number
  }
}

/** Plain data. */
export type Data = Readonly<Record<string, unknown>>

/** The part of an export that all formats share: findings, and the check that an import of the file gives the same. */
export class Exporter {
  readonly workspace: Workspace
  readonly catalog: Catalog
  readonly findings: ExportFinding[] = []
  readonly tables: ReadonlyMap<string, TableName>
  /** The formulas of the exported metrics, by name. */
  readonly flat: Map<string, Flat> = new Map()
  readonly #format: DefinitionsFormat

  constructor(workspace: Workspace, format: DefinitionsFormat) {
    this.workspace = workspace
    this.catalog = createCatalog(workspace)
    this.#format = format
    const tables = assignTableNames(workspace.datasets)
    for (const [name, table] of tables)
      if (typeof table === 'string') this.leave('datasets', name, table)
    this.tables = new Map(
      [...tables].flatMap(([name, table]) =>
        typeof table === 'string' ? [] : [[name, table] as const],
      ),
    )
    for (const { name, dataset } of workspace.dimensions) {
      if (!this.tables.has(dataset)) {
        this.leave('dimensions', name, `its dataset ${dataset} is left out`)
      }
    }
  }

  leave(list: ExtendedList, name: string, message: string): void {
    this.findings.push({ status: 'LEFT_OUT', list, name, message })
  }

  /** The result of `make`; null, with the reason in the findings, when it refuses the export. */
  attempt<T>(list: ExtendedList, name: string, make: () => T): T | null {
    try {
      return make()
    } catch (error) {
      if (!(error instanceof NotExported)) throw error
      this.leave(list, name, error.message)
      return null
    }
  }

  /** A document as an import has it. */
  async importDocument(document: Data): Promise<Workspace> {
    const { workspace } = await importDefinitions({
      source: { file: 'export.json', text: JSON.stringify(document) },
      tables: createTableLookup(this.workspace, this.tables, this.#format === 'dbt'),
      tenant: this.workspace.tenant,
      from: this.#format,
    })
    return workspace
  }

  /** The metrics that the file would say something else for, with the reason. */
  findDifferentMetrics(imported: Workspace): ReadonlyMap<string, string> {
    const catalog = createCatalog(imported)
    const differences = new Map<string, string>()
    for (const [name, flat] of this.flat) {
      const read = catalog.metrics.byName(name)
      if (read === undefined) {
        differences.set(name, 'its text would not be read again')
        continue
      }
      try {
        const again = flatten(read, catalog, { periods: true })
        if (toComparableText(again, catalog) !== toComparableText(flat, this.catalog)) {
          differences.set(name, 'its text would be read as something else')
        }
      } catch (error) {
        if (!(error instanceof NotExported)) throw error
        differences.set(name, `its text would be read as something else: ${error.message}`)
      }
    }
    return differences
  }

  /** The definitions that need an extension: those that an import of the texts alone has otherwise. */
  findNeededExtensions(bare: Workspace): (list: ExtendedList, name: string) => Item | null {
    const [workspaceItems, importedItems] = [
      this.#indexItems(this.workspace),
      this.#indexItems(bare),
    ]
    return (list, name) => {
      const item = workspaceItems[list].get(name)
      const read = importedItems[list].get(name)
      if (item === undefined || read === undefined || isSame(list, item, read)) return null
      return list === 'datasets' ? this.#toDatasetExtension(item) : item
    }
  }

  #indexItems(workspace: Workspace): Readonly<Record<ExtendedList, ReadonlyMap<string, Item>>> {
    const content = toWorkspaceContent(workspace)
    const indexList = (list: ExtendedList): ReadonlyMap<string, Item> => indexItems(content, list)
    return {
      datasets: indexList('datasets'),
      dimensions: indexList('dimensions'),
      metrics: indexList('metrics'),
    }
  }

  /** The extension of a dataset: without the place of its rows, and without relations to datasets that are left out. */
  #toDatasetExtension(item: Item): Item {
    const relations = ((item.relations ?? []) as readonly Item[]).filter(({ to }) =>
      this.tables.has(String(to)),
    )
    const entries = Object.entries({ ...item, relations }).filter(([key]) =>
      DATASET_KEYS.includes(key),
    )
    return Object.fromEntries(entries)
  }

  /** Says what comes back as something else than it is. */
  noteDifferences(imported: Workspace): void {
    const [workspaceItems, importedItems] = [
      this.#indexItems(this.workspace),
      this.#indexItems(imported),
    ]
    for (const list of ['datasets', 'dimensions', 'metrics'] as const) {
      for (const [name, item] of workspaceItems[list]) {
        const importedItem = importedItems[list].get(name)
        if (importedItem === undefined || isSame(list, item, importedItem)) continue
        const keys = [...new Set([...Object.keys(item), ...Object.keys(importedItem)])].filter(
          (key) =>
            JSON.stringify(item[key]) !== JSON.stringify(importedItem[key]) &&
            isComparableKey(list, key),
        )
        const message = `an import of the file has another ${keys.join(', ')}`
        this.findings.push({ status: 'NOTE', list, name, message })
      }
    }
  }
}

/** Where rows are and what columns there are is of the data, not of the file. */
function isComparableKey(list: ExtendedList, key: string): boolean {
  return list !== 'datasets' || !['source', 'columns', 'owner', 'cron', 'rows'].includes(key)
}

function isSame(list: ExtendedList, a: Item, b: Item): boolean {
  const toComparableText = (item: Item): string =>
    JSON.stringify(
      Object.entries(item)
        .filter(([key]) => isComparableKey(list, key))
        .toSorted(([left], [right]) => (left < right ? -1 : 1)),
    )
  return toComparableText(a) === toComparableText(b)
}
