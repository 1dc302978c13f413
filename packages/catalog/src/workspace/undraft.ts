import { relative } from 'node:path'
import type {
  AccountDefinition,
  CategoryDefinition,
  GrantDefinition,
  GroupDefinition,
} from '../definitions/access.ts'
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
  DimensionInFile,
  GrantInFile,
  GroupInFile,
  MetricInFile,
  PartitionInFile,
} from './workspace-file.ts'

/** The account as a file says it, without what is the default. */
export function undraftAccount({ account, displayName, role }: AccountDefinition): AccountInFile {
  return { account, ...shown(displayName, account), ...(role !== null && { role }) }
}

/** The category as a file says it. */
export function undraftCategory({ id, name }: CategoryDefinition): CategoryInFile {
  return { id, ...(name !== id && { name }) }
}

/** The grant as a file says it. */
export function undraftGrant({ account, role, resource, expires }: GrantDefinition): GrantInFile {
  const key = resource.type.toLowerCase() as 'metric'
  return { account, role, [key]: resource.name, ...(expires !== null && { expires }) }
}

/** The group as a file says it. */
export function undraftGroup({ id, code, displayName, parent }: GroupDefinition): GroupInFile {
  return {
    code,
    ...(id !== code && { id }),
    ...shown(displayName, code),
    ...(parent !== null && { parent }),
  }
}

/** The datasource as a file in `folder` says it. */
export function undraftDatasource(
  { name, displayName, type, root }: DatasourceDefinition,
  folder: string,
): DatasourceInFile {
  return { name, ...shown(displayName, name), type, root: relative(folder, root) || '.' }
}

/** The dataset as a file says it. */
export function undraftDataset(dataset: DatasetDefinition): DatasetInFile {
  const { source, time, columns, relations, filter, partition, cron, layout, owner, tags } = dataset
  return {
    ...described(dataset),
    source: { datasource: source.datasource, file: source.file },
    ...(time !== null && { time }),
    columns: columns.map(undraftColumn),
    ...(relations.length > 0 && {
      relations: relations.map(({ name, displayName, to, on }) => ({
        name,
        ...shown(displayName, name),
        to,
        on: Object.fromEntries(on.map(({ column, toColumn }) => [column, toColumn])),
      })),
    }),
    ...(filter !== null && { filter }),
    ...(partition !== null && { partition: undraftPartition(partition) }),
    ...(cron !== undefined && { cron }),
    ...(Object.keys(layout).length > 0 && { layout }),
    ...(owner !== null && { owner }),
    ...(tags.length > 0 && { tags }),
  }
}

/** The dimension as a file says it; `listed` are the ids of categories that stand in the files. */
export function undraftDimension(
  dimension: DimensionDefinition,
  listed: ReadonlySet<string>,
): DimensionInFile {
  const { code, category, dataset, via, value, valueList, attributes } = dimension
  const told = Object.entries(attributes).filter(([, texts]) => Object.keys(texts).length > 0)
  return {
    ...described(dimension),
    ...(code !== null && { code }),
    ...filed(category, listed),
    dataset,
    ...(via.length > 0 && { via }),
    ...(value.type === 'COLUMN_BIND' ? { column: value.column } : { expr: value.expr }),
    ...(valueList.length > 0 && {
      values: valueList.map(({ value: text, name, description }) => {
        return { value: text, name, ...(description !== '' && { description }) }
      }),
    }),
    ...(told.length > 0 && { attributes: Object.fromEntries(told) }),
  }
}

/** The metric as a file says it; `listed` are the ids of categories that stand in the files. */
export function undraftMetric(metric: MetricDefinition, listed: ReadonlySet<string>): MetricInFile {
  const { code, category } = metric
  const base = {
    ...described(metric),
    ...(code !== null && { code }),
    ...filed(category, listed),
  }
  switch (metric.type) {
    case 'ATOMIC': {
      const { type, dataset, aggregate, fraction, expr, filters } = metric
      return {
        ...base,
        type,
        dataset,
        aggregate,
        ...(fraction !== null && { fraction }),
        ...(expr !== null && { expr }),
        ...(filters.length > 0 && { filters }),
      }
    }
    case 'DERIVED':
      return { ...base, type: metric.type, metric: metric.metric, filters: metric.filters }
    case 'COMPOSITE': {
      const { type, expr, dataset } = metric
      return { ...base, type, expr, ...(dataset !== null && { dataset }) }
    }
  }
}

function undraftPartition(partition: PartitionDefinition): PartitionInFile {
  const { column, sourceTable, sourceColumn, grain, columns } = partition
  return {
    column,
    ...(sourceTable !== null && { sourceTable }),
    ...(sourceColumn !== null && { sourceColumn }),
    ...(grain !== null && { grain }),
    ...(columns.length > 0 && { columns }),
  }
}

function undraftColumn(column: ColumnDefinition): ColumnInFile {
  const { name, originDataType: type, sourceColumn, isHidden, isPrimaryKey } = column
  return {
    ...described(column),
    type,
    ...(sourceColumn !== name && { sourceColumn }),
    ...(isHidden && { isHidden }),
    ...(isPrimaryKey && { isPrimaryKey }),
  }
}

function described({
  name,
  displayName,
  description,
}: {
  readonly name: string
  readonly displayName: string
  readonly description: string
}): { readonly name: string; readonly displayName?: string; readonly description?: string } {
  return { name, ...shown(displayName, name), ...(description !== '' && { description }) }
}

/** What people read, where that is not the name. */
export function shown(displayName: string, name: string): { readonly displayName?: string } {
  return displayName === name ? {} : { displayName }
}

function filed(
  { id, name }: CategoryRef,
  listed: ReadonlySet<string>,
): { readonly category?: string | CategoryRef } {
  if (id === '-1' && name === 'Uncategorized') return {}
  return { category: listed.has(id) ? id : { id, name } }
}
