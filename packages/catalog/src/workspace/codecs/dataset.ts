import type { PlainGrain } from '@tributary/expression'
import { GRAIN_WORDS, PLAIN_GRAINS } from '@tributary/expression/internal'
import { Type } from 'typebox'
import type {
  DatasetDefinition,
  DatasetSource,
  DatasetTime,
  PartitionDefinition,
  RelationAsOf,
} from '../../definitions/dataset.ts'
import { datasetFile, decodeFileFormat, encodeFileFormat, fileFormatSchema } from './file-format.ts'
import {
  type Codec,
  closed,
  cron,
  decodeNames,
  description,
  displayName,
  encodeNames,
  type InFile,
  name,
  rowCondition,
  tableName,
  text,
  via,
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
    format: Type.Optional(
      text(
        "How dates and times are written in a text file: yyyy-MM-dd, dd.MM.yyyy HH:mm, MMM d yyyy, yyyy'Q'Q, yyyy-'W'ww, unix, unix-ms, excel. Default: as in ISO 8601.",
      ),
    ),
    scale: Type.Optional(
      Type.Integer({
        description: 'The digits after the point of a DECIMAL in a text file. Default: 2.',
        minimum: 0,
        maximum: 18,
      }),
    ),
    unit: Type.Optional(
      Type.String({
        description:
          'What stands before or after the numbers of a text file, such as $, EUR, % or kg. It may be missing.',
        minLength: 1,
        maxLength: 10,
        pattern: '^[^0-9+().,-]+$',
        patternErrorMessage: 'a sign or a word without digits, signs and separators',
      }),
    ),
    nulls: Type.Optional(
      Type.Array(text('A text.'), {
        description:
          'Texts of a text file that stand for no value in this column, in addition to an empty cell and source.format.nulls.',
      }),
    ),
    isHidden: Type.Optional(Type.Boolean({ description: 'Not shown to people. Default: false.' })),
    isPrimaryKey: Type.Optional(
      Type.Boolean({ description: 'No two rows have the same value. Default: false.' }),
    ),
  },
  { ...closed, description: 'A column of the dataset.' },
)

const timePlace = {
  via: via(
    'The relation, or several one after another, that lead to the dataset of the column. Default: its own column.',
  ),
  column: text('A column of type DATE, DATETIME or TIMESTAMP.'),
  grain: Type.Enum([...GRAIN_WORDS], {
    description: 'The base period of the metrics that stand on this dataset.',
  }),
}

const timeSchema = Type.Object(
  { name: Type.Optional(name('What metrics and questions call it.')), ...timePlace },
  { ...closed, description: 'What [metric_time] means for the rows of this dataset.' },
)

const namedTimeSchema = Type.Object(
  { name: name('What metrics and questions call it.'), ...timePlace },
  { ...closed, description: 'A further time of the rows.' },
)

const asOfSchema = Type.Object(
  {
    column: text('The column of this dataset with its time.'),
    toColumn: text('The column of the other dataset with its time.'),
    grain: Type.Optional(
      Type.Enum([...PLAIN_GRAINS], {
        description: 'Times are compared by these periods. Default: as they are.',
      }),
    ),
    within: Type.Optional(
      Type.String({
        description: 'How much earlier at most, such as 7 DAY. Default: however early.',
        pattern: `^[1-9][0-9]{0,4} (${PLAIN_GRAINS.join('|')})$`,
        patternErrorMessage: 'a number and a grain, such as 7 DAY',
      }),
    ),
    untilColumn: Type.Optional(
      text(
        'The column of the other dataset with the time from which on a row holds no more. Default: every row does.',
      ),
    ),
  },
  {
    ...closed,
    description:
      'Of several rows of the other dataset with the keys the last one that is not later. Default: the keys are unique.',
  },
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
    asOf: Type.Optional(asOfSchema),
  },
  { ...closed, description: 'Many rows of this dataset to one row of another.' },
)

const partitionSchema = Type.Object(
  {
    column: text('The column of the dataset.'),
    sourceTable: Type.Optional(text('The partitioned table, catalog.schema.table.')),
    sourceColumn: Type.Optional(text('The column of that table.')),
    grain: Type.Optional(
      Type.Enum([...GRAIN_WORDS], { description: 'The length of a partition.' }),
    ),
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

const sourceSchema = Type.Object(
  {
    datasource: tableName('Name of the datasource.'),
    file: Type.Optional(datasetFile),
    format: Type.Optional(fileFormatSchema),
    schema: Type.Optional(
      text("Schema of the table, of a CLICKHOUSE its database. Default: the datasource's."),
    ),
    table: Type.Optional(text('A table or a view of a database.')),
  },
  { ...closed, description: 'Where the rows are: a file of a folder, or a table of a database.' },
)

/** A dataset in a workspace file. */
export const datasetSchema = Type.Object(
  {
    name: tableName('Name of the dataset.'),
    displayName,
    description,
    source: sourceSchema,
    time: Type.Optional(timeSchema),
    times: Type.Optional(
      Type.Array(namedTimeSchema, {
        description: 'Further times of the rows, for metrics that name one in "time" or "times".',
      }),
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

export type DatasetInFile = InFile<typeof datasetSchema>
export type RelationInFile = InFile<typeof relationSchema>

/** Datasets with their columns and relations. */
export const datasetCodec: Codec<DatasetInFile, DatasetDefinition> = {
  decode: (raw) => ({
    ...decodeNames(raw),
    source: decodeSource(raw.source),
    columns: raw.columns.map((column) => ({
      ...decodeNames(column),
      originDataType: column.type,
      sourceColumn: column.sourceColumn ?? column.name,
      ...(column.format !== undefined && { format: column.format }),
      ...(column.scale !== undefined && { scale: column.scale }),
      ...(column.unit !== undefined && { unit: column.unit }),
      ...(column.nulls !== undefined && { nulls: column.nulls }),
      isHidden: column.isHidden ?? false,
      isPrimaryKey: column.isPrimaryKey ?? false,
    })),
    relations: (raw.relations ?? []).map(({ name, displayName = name, to, on, asOf }) => ({
      name,
      displayName,
      type: 'MANY_TO_ONE',
      to,
      on: Object.entries(on).map(([column, toColumn]) => ({ column, toColumn })),
      ...(asOf !== undefined && { asOf: decodeAsOfRelation(asOf) }),
    })),
    time: raw.time === undefined ? null : decodeTime(raw.time),
    ...(raw.times !== undefined && { times: raw.times.map(decodeTime) }),
    filter: raw.filter ?? null,
    partition: raw.partition === undefined ? null : decodePartition(raw.partition),
    ...(raw.rows !== undefined && { rows: raw.rows }),
    ...(raw.cron !== undefined && { cron: raw.cron }),
    layout: raw.layout ?? {},
    owner: raw.owner ?? null,
    tags: raw.tags ?? [],
  }),
  encode: (dataset) => {
    const { source, time, times = [], columns, relations, partition } = dataset
    const { filter, rows, cron, layout, owner, tags } = dataset
    return {
      ...encodeNames(dataset),
      source: encodeSource(source),
      ...withoutDefaults({ time: time && encodeTime(time), times: times.map(encodeTime) }),
      columns: columns.map((column) => {
        const { name, originDataType: type, sourceColumn, isHidden, isPrimaryKey } = column
        const columnFields = {
          sourceColumn,
          format: column.format,
          scale: column.scale,
          unit: column.unit,
          nulls: column.nulls,
          isHidden,
          isPrimaryKey,
        }
        return {
          ...encodeNames(column),
          type,
          ...withoutDefaults(columnFields, { sourceColumn: name }),
        }
      }),
      ...withoutDefaults({
        relations: relations.map(({ name, displayName, to, on, asOf }) => ({
          ...encodeNames({ name, displayName }),
          to,
          on: Object.fromEntries(on.map(({ column, toColumn }) => [column, toColumn])),
          ...(asOf !== undefined && { asOf: encodeAsOfRelation(asOf) }),
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

function decodeAsOfRelation({
  within: tolerance,
  ...times
}: InFile<typeof asOfSchema>): RelationAsOf {
  if (tolerance === undefined) return times
  const [count, grain] = tolerance.split(' ') as [string, PlainGrain]
  return { ...times, within: { count: Number(count), grain } }
}

function encodeAsOfRelation({
  within: tolerance,
  ...times
}: RelationAsOf): InFile<typeof asOfSchema> {
  return {
    ...times,
    ...(tolerance !== undefined && { within: `${tolerance.count} ${tolerance.grain}` }),
  }
}

function decodeTime<T extends InFile<typeof timeSchema>>({
  via,
  ...time
}: T): Omit<T, 'via'> & { readonly via?: readonly string[] } {
  return { ...time, ...(via !== undefined && { via: typeof via === 'string' ? [via] : via }) }
}

function encodeTime<T extends DatasetTime>({ via = [], column, grain, ...named }: T) {
  const path = via.length === 1 ? via[0]! : via
  return { ...named, ...withoutDefaults({ via: path }), column, grain }
}

/** The database and the schema of a table that does not say them are filled in when it is checked. */
function decodeSource(raw: InFile<typeof sourceSchema>): DatasetSource {
  const { datasource, file, format, schema = '', table } = raw
  if (table !== undefined) return { type: 'TABLE', datasource, database: '', schema, table }
  const written = format === undefined ? null : decodeFileFormat(format)
  return {
    type: 'FILE' as const,
    datasource,
    file: file ?? '',
    ...(written !== null && { format: written }),
  }
}

function encodeSource(source: DatasetSource): InFile<typeof sourceSchema> {
  const { datasource } = source
  if (source.type === 'TABLE') return { datasource, schema: source.schema, table: source.table }
  const format = source.format === undefined ? null : encodeFileFormat(source.format)
  return { datasource, file: source.file, ...(format !== null && { format }) }
}

function decodePartition(raw: InFile<typeof partitionSchema>): PartitionDefinition {
  const { column, sourceTable = null, sourceColumn = null, grain = null, columns = [] } = raw
  return { column, sourceTable, sourceColumn, grain, columns }
}
