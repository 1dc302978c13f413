import { relative, resolve } from 'node:path'
import { GRAINS } from '@tributary/expression/internal'
import { Type } from 'typebox'
import type {
  DatasetDefinition,
  DatasourceDefinition,
  PartitionDefinition,
} from '../../definitions/dataset.ts'
import {
  type Codec,
  closed,
  cron,
  decodeNames,
  description,
  displayName,
  encodeNames,
  fileSource,
  type InFile,
  name,
  rowCondition,
  tableName,
  text,
  withoutDefaults,
} from './parts.ts'

const columnSchema = Type.Object(
  {
    name: Type.String({
      description: 'Name of the column.',
      minLength: 1,
      maxLength: 128,
      pattern: "^[^\\[\\]'/]+$",
      patternErrorMessage: 'a name without brackets, quotes and slashes',
    }),
    displayName,
    description,
    type: Type.Enum(
      ['INT', 'BIGINT', 'DECIMAL', 'DOUBLE', 'VARCHAR', 'BOOLEAN', 'DATE', 'DATETIME', 'TIMESTAMP'],
      { description: 'Type of the values in the source.' },
    ),
    sourceColumn: Type.Optional(text('Its name in the source. Default: the name.')),
    isHidden: Type.Optional(Type.Boolean({ description: 'Not shown to people. Default: false.' })),
    isPrimaryKey: Type.Optional(
      Type.Boolean({ description: 'No two rows have the same value. Default: false.' }),
    ),
  },
  { ...closed, description: 'A column of the dataset.' },
)

const relationSchema = Type.Object(
  {
    name: name('Name of the relation; what "via" of a dimension says.'),
    displayName,
    to: tableName('The dataset with at most one row for each row of this one.'),
    on: Type.Unsafe<Record<string, string>>(
      Type.Object(
        {},
        {
          description:
            'The keys: a column of this dataset, and the unique column of the other it equals.',
          minProperties: 1,
          additionalProperties: text('Column of the other dataset.'),
        },
      ),
    ),
  },
  { ...closed, description: 'Many rows of this dataset to one row of another.' },
)

const partitionSchema = Type.Object(
  {
    column: text('The column of the dataset.'),
    sourceTable: Type.Optional(text('The partitioned table, catalog.schema.table.')),
    sourceColumn: Type.Optional(text('The column of that table.')),
    grain: Type.Optional(Type.Enum([...GRAINS], { description: 'The length of a partition.' })),
    columns: Type.Optional(
      Type.Array(
        Type.Object(
          {
            column: text('A column of the dataset.'),
            interval: Type.Integer({ description: 'How many partitions.', minimum: 0 }),
            sign: Type.Enum(['POSITIVE', 'NEGATIVE'], { description: 'Ahead, or behind.' }),
          },
          closed,
        ),
        { description: 'Columns that run ahead of it, or behind it.' },
      ),
    ),
  },
  {
    ...closed,
    description: 'How the rows are partitioned. Shown in dataset details, not used otherwise.',
  },
)

/** A dataset in a workspace file. */
export const datasetSchema = Type.Object(
  {
    name: tableName('Name of the dataset.'),
    displayName,
    description,
    source: fileSource('Where the rows are.'),
    time: Type.Optional(
      Type.Object(
        {
          column: text('A column of type DATE, DATETIME or TIMESTAMP.'),
          grain: Type.Enum([...GRAINS], {
            description: 'The base period of the metrics that stand on this dataset.',
          }),
        },
        { ...closed, description: 'What [metric_time] means for the rows of this dataset.' },
      ),
    ),
    columns: Type.Array(columnSchema, { description: 'The columns, in order.', minItems: 1 }),
    relations: Type.Optional(
      Type.Array(relationSchema, { description: 'Ways to other datasets.' }),
    ),
    filter: Type.Optional(
      text('A condition on the columns. Rows for which it is not TRUE are in no metric.'),
    ),
    rows: rowCondition,
    partition: Type.Optional(partitionSchema),
    cron: cron('When the file is checked for changes. Default: never automatically.'),
    layout: Type.Optional(
      Type.Unsafe<Record<string, unknown>>(
        Type.Object(
          {},
          {
            description: 'Layout data of a user interface, kept as it is.',
            additionalProperties: Type.Unknown({ description: 'Anything.' }),
          },
        ),
      ),
    ),
    owner: Type.Optional(text('The account that owns the dataset.')),
    tags: Type.Optional(Type.Array(text('A tag.'), { description: 'Tags.' })),
  },
  { ...closed, description: 'A table that metrics and dimensions are defined on.' },
)

/** A datasource in a workspace file. */
export const datasourceSchema = Type.Object(
  {
    name: tableName('Name of the datasource; begins the GUIDs of its files.'),
    displayName,
    type: Type.Literal('FILES', { description: 'A folder of data files, read in place.' }),
    root: text('The folder, relative to this file.'),
  },
  { ...closed, description: 'A place where data is.' },
)

export type DatasetInFile = InFile<typeof datasetSchema>
export type RelationInFile = InFile<typeof relationSchema>
export type DatasourceInFile = InFile<typeof datasourceSchema>

/** Datasources; a relative folder starts at the folder of the file. */
export const datasourceCodec: Codec<DatasourceInFile, DatasourceDefinition> = {
  decode: ({ name, displayName = name, type, root }, { folder }) => ({
    name,
    displayName,
    type,
    root: resolve(folder, root),
  }),
  encode: ({ name, displayName, type, root }, { folder }) => ({
    ...encodeNames({ name, displayName }),
    type,
    root: relative(folder, root) || '.',
  }),
}

/** Datasets with their columns and relations. */
export const datasetCodec: Codec<DatasetInFile, DatasetDefinition> = {
  decode: (raw) => ({
    ...decodeNames(raw),
    source: { type: 'FILE', ...raw.source },
    columns: raw.columns.map((column) => ({
      ...decodeNames(column),
      originDataType: column.type,
      sourceColumn: column.sourceColumn ?? column.name,
      isHidden: column.isHidden ?? false,
      isPrimaryKey: column.isPrimaryKey ?? false,
    })),
    relations: (raw.relations ?? []).map(({ name, displayName = name, to, on }) => ({
      name,
      displayName,
      type: 'MANY_TO_ONE',
      to,
      on: Object.entries(on).map(([column, toColumn]) => ({ column, toColumn })),
    })),
    time: raw.time ?? null,
    filter: raw.filter ?? null,
    partition: raw.partition === undefined ? null : decodePartition(raw.partition),
    ...(raw.rows !== undefined && { rows: raw.rows }),
    ...(raw.cron !== undefined && { cron: raw.cron }),
    layout: raw.layout ?? {},
    owner: raw.owner ?? null,
    tags: raw.tags ?? [],
  }),
  encode: (dataset) => {
    const { source, time, columns, relations, partition } = dataset
    const { filter, rows, cron, layout, owner, tags } = dataset
    return {
      ...encodeNames(dataset),
      source: { datasource: source.datasource, file: source.file },
      ...withoutDefaults({ time }),
      columns: columns.map((column) => {
        const { name, originDataType: type, sourceColumn, isHidden, isPrimaryKey } = column
        const own = { sourceColumn, isHidden, isPrimaryKey }
        return { ...encodeNames(column), type, ...withoutDefaults(own, { sourceColumn: name }) }
      }),
      ...withoutDefaults({
        relations: relations.map(({ name, displayName, to, on }) => ({
          ...encodeNames({ name, displayName }),
          to,
          on: Object.fromEntries(on.map(({ column, toColumn }) => [column, toColumn])),
        })),
        filter,
        rows,
        partition: partition && { column: partition.column, ...withoutDefaults(partition) },
        cron,
        layout,
        owner,
        tags,
      }),
    }
  },
}

function decodePartition(raw: InFile<typeof partitionSchema>): PartitionDefinition {
  const { column, sourceTable = null, sourceColumn = null, grain = null, columns = [] } = raw
  return { column, sourceTable, sourceColumn, grain, columns }
}
