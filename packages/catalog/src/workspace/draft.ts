import { dirname, resolve } from 'node:path'
import type {
  AccountDefinition,
  CategoryDefinition,
  GrantDefinition,
  GroupDefinition,
  ResourceRef,
} from '../definitions/access.ts'
import type { DateTagDefinition, PeriodDefinition } from '../definitions/calendar.ts'
import type {
  ColumnDefinition,
  DatasetDefinition,
  DatasourceDefinition,
  PartitionDefinition,
} from '../definitions/dataset.ts'
import type { CategoryRef, DimensionDefinition } from '../definitions/dimension.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type {
  AccountInFile,
  CategoryInFile,
  ColumnInFile,
  DatasetInFile,
  DatasourceInFile,
  DateTagInFile,
  DimensionInFile,
  GrantInFile,
  GroupInFile,
  MetricInFile,
  PartitionInFile,
  PeriodInFile,
} from './workspace-file.ts'

/** A definition with its defaults filled in, not yet checked, and what stands in the file. */
export interface Drafted<Raw extends object, Definition> {
  readonly raw: Raw
  readonly definition: Definition
}

const UNCATEGORIZED: CategoryRef = { id: '-1', name: 'Uncategorized' }

/** The account, called by its login name by default. */
export function draftAccount(raw: AccountInFile): AccountDefinition {
  return {
    account: raw.account,
    displayName: raw.displayName ?? raw.account,
    role: raw.role ?? null,
  }
}

/** The category, called by its id by default. */
export function draftCategory(raw: CategoryInFile): CategoryDefinition {
  return { id: raw.id, name: raw.name ?? raw.id }
}

/** The grant; of several resources, which checking refuses, it is to the first. */
export function draftGrant(raw: GrantInFile): GrantDefinition {
  const { account, role, expires = null } = raw
  return { account, role, resource: resourcesOf(raw)[0] ?? { type: 'TENANT', name: '' }, expires }
}

/** Every resource that a grant names. */
export function resourcesOf(raw: GrantInFile): readonly ResourceRef[] {
  const named: readonly (readonly [ResourceRef['type'], string | undefined])[] = [
    ['METRIC', raw.metric],
    ['DIMENSION', raw.dimension],
    ['DATASET', raw.dataset],
    ['DATASOURCE', raw.datasource],
    ['CATEGORY', raw.category],
  ]
  return named.flatMap(([type, name]) => (name === undefined ? [] : [{ type, name }]))
}

/** The group, its id and what people read being its code by default. */
export function draftGroup(raw: GroupInFile): GroupDefinition {
  const { code, id = code, displayName = code, parent = null } = raw
  return { id, code, displayName, parent }
}

/** The datasource, its folder taken from the folder of `file`. */
export function draftDatasource(raw: DatasourceInFile, file: string): DatasourceDefinition {
  const root = resolve(dirname(file), raw.root)
  return { name: raw.name, displayName: raw.displayName ?? raw.name, type: raw.type, root }
}

/** The dataset with all its columns and relations. */
export function draftDataset(raw: DatasetInFile): DatasetDefinition {
  return {
    ...described(raw),
    source: { type: 'FILE', ...raw.source },
    columns: raw.columns.map(draftColumn),
    relations: (raw.relations ?? []).map((relation) => ({
      name: relation.name,
      displayName: relation.displayName ?? relation.name,
      type: 'MANY_TO_ONE',
      to: relation.to,
      on: Object.entries(relation.on).map(([column, toColumn]) => ({ column, toColumn })),
    })),
    time: raw.time ?? null,
    filter: raw.filter ?? null,
    partition: raw.partition === undefined ? null : draftPartition(raw.partition),
    ...(raw.cron !== undefined && { cron: raw.cron }),
    layout: raw.layout ?? {},
    owner: raw.owner ?? null,
    tags: raw.tags ?? [],
  }
}

/** The dimension; the type of its value is found by checking, until then it is text. */
export function draftDimension(raw: DimensionInFile): DimensionDefinition {
  const via = raw.via ?? []
  return {
    ...described(raw),
    code: raw.code ?? null,
    category: draftCategoryRef(raw.category),
    dataset: raw.dataset,
    via: typeof via === 'string' ? [via] : via,
    value:
      raw.column === undefined
        ? { type: 'CUSTOM', expr: raw.expr ?? '' }
        : { type: 'COLUMN_BIND', column: raw.column },
    originDataType: 'VARCHAR',
    valueList: (raw.values ?? []).map(({ value, name, description }) => ({
      value,
      name,
      description: description ?? '',
    })),
    attributes: { basic: {}, business: {}, technical: {}, management: {}, ...raw.attributes },
  }
}

/** The metric. */
export function draftMetric(raw: MetricInFile): MetricDefinition {
  const base = {
    ...described(raw),
    code: raw.code ?? null,
    category: draftCategoryRef(raw.category),
  }
  switch (raw.type) {
    case 'ATOMIC': {
      const { type, dataset, aggregate } = raw
      return {
        ...base,
        type,
        dataset,
        aggregate,
        fraction: raw.fraction ?? null,
        expr: raw.expr ?? null,
        filters: raw.filters ?? [],
      }
    }
    case 'DERIVED':
      return { ...base, type: raw.type, metric: raw.metric, filters: raw.filters }
    case 'COMPOSITE':
      return { ...base, type: raw.type, expr: raw.expr, dataset: raw.dataset ?? null }
  }
}

/** The period, shown by its name by default. */
export function draftPeriod(raw: PeriodInFile): PeriodDefinition {
  return { name: raw.name, displayName: raw.displayName ?? raw.name, expr: raw.expr }
}

/** The date tag, shown by its name by default. */
export function draftDateTag(raw: DateTagInFile): DateTagDefinition {
  return { name: raw.name, displayName: raw.displayName ?? raw.name, condition: raw.condition }
}

/** A category by its id has its name from "categories", which checking fills in. */
function draftCategoryRef(raw: string | CategoryRef | undefined): CategoryRef {
  if (raw === undefined) return UNCATEGORIZED
  return typeof raw === 'string' ? { id: raw, name: raw } : raw
}

function draftPartition(raw: PartitionInFile): PartitionDefinition {
  const { column, sourceTable = null, sourceColumn = null, grain = null, columns = [] } = raw
  return { column, sourceTable, sourceColumn, grain, columns }
}

function draftColumn(raw: ColumnInFile): ColumnDefinition {
  return {
    ...described(raw),
    originDataType: raw.type,
    sourceColumn: raw.sourceColumn ?? raw.name,
    isHidden: raw.isHidden ?? false,
    isPrimaryKey: raw.isPrimaryKey ?? false,
  }
}

function described(raw: {
  readonly name: string
  readonly displayName?: string
  readonly description?: string
}): { readonly name: string; readonly displayName: string; readonly description: string } {
  const { name } = raw
  return { name, displayName: raw.displayName ?? name, description: raw.description ?? '' }
}
