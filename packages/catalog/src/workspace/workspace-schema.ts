import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { account, category as categoryEntry, grant, group } from './access-schema.ts'
import { plan } from './plan-schema.ts'
import { closed, cron, displayName, filters, name, tableName, text } from './schema-parts.ts'
import type { WorkspaceFile } from './workspace-file.ts'

const description = Type.Optional(
  Type.String({ description: 'What it is, for people.', maxLength: 300 }),
)
const code = Type.Optional(
  Type.String({
    description: 'A second, stable name; unique in its kind.',
    minLength: 1,
    maxLength: 128,
  }),
)
const category = Type.Optional(
  Type.Union(
    [
      text('Id of a category of "categories".'),
      Type.Object(
        { id: text('Id of the category.'), name: text('Name of the category.') },
        { ...closed, description: 'A category that stands nowhere else.' },
      ),
    ],
    { description: 'Where it is filed. Default: id -1, Uncategorized.' },
  ),
)
const datasource = Type.Object(
  {
    name: tableName('Name of the datasource; begins the GUIDs of its files.'),
    displayName,
    type: Type.Literal('FILES', { description: 'A folder of data files, read in place.' }),
    root: text('The folder, relative to this file.'),
  },
  { ...closed, description: 'A place where data is.' },
)

const column = Type.Object(
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

const relation = Type.Object(
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

const GRAINS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const

const partition = Type.Object(
  {
    column: text('The column of the dataset.'),
    sourceTable: Type.Optional(text('The table that is cut, catalog.schema.table.')),
    sourceColumn: Type.Optional(text('The column of that table.')),
    grain: Type.Optional(Type.Enum([...GRAINS], { description: 'The length of a part.' })),
    columns: Type.Optional(
      Type.Array(
        Type.Object(
          {
            column: text('A column of the dataset.'),
            interval: Type.Integer({ description: 'How many parts.', minimum: 0 }),
            sign: Type.Enum(['POSITIVE', 'NEGATIVE'], { description: 'Ahead, or behind.' }),
          },
          closed,
        ),
        { description: 'Columns that run ahead of it, or behind it.' },
      ),
    ),
  },
  { ...closed, description: 'How the rows are cut into parts. Told in dataset detail.' },
)

const dataset = Type.Object(
  {
    name: tableName('Name of the dataset.'),
    displayName,
    description,
    source: Type.Object(
      {
        datasource: tableName('Name of the datasource.'),
        file: Type.String({
          description: "Path of the file below the datasource's root: Parquet or CSV.",
          pattern: '\\.([Pp][Aa][Rr][Qq][Uu][Ee][Tt]|[Cc][Ss][Vv])$',
          patternErrorMessage: 'a path that ends with .parquet or .csv',
        }),
      },
      { ...closed, description: 'Where the rows are.' },
    ),
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
    columns: Type.Array(column, { description: 'The columns, in order.', minItems: 1 }),
    relations: Type.Optional(Type.Array(relation, { description: 'Ways to other datasets.' })),
    filter: Type.Optional(
      text('A condition on the columns. Rows for which it is not TRUE are in no metric.'),
    ),
    partition: Type.Optional(partition),
    cron: cron('When the file is looked at anew. Default: never by itself.'),
    layout: Type.Optional(
      Type.Unsafe<Record<string, unknown>>(
        Type.Object(
          {},
          {
            description: 'What a page keeps here for itself.',
            additionalProperties: Type.Unknown({ description: 'Anything.' }),
          },
        ),
      ),
    ),
    owner: Type.Optional(text('The account that owns the dataset.')),
    tags: Type.Optional(Type.Array(text('A tag.'), { description: 'Tags.' })),
  },
  { ...closed, description: 'A table that metrics and dimensions stand on.' },
)

function attributes(description: string): TOptional<TUnsafe<Record<string, string>>> {
  const texts = { additionalProperties: Type.String({ description: 'What it is.' }) }
  return Type.Optional(Type.Unsafe(Type.Object({}, { description, ...texts })))
}

const dimension = Type.Object(
  {
    name: name('Name of the dimension; metric_time is reserved.'),
    code,
    displayName,
    description,
    category,
    dataset: tableName('The dataset whose rows have the dimension.'),
    via: Type.Optional(
      Type.Union([name('A relation.'), Type.Array(name('A relation.'), { minItems: 1 })], {
        description: 'The relation, or several one after another, that lead to the value.',
      }),
    ),
    column: Type.Optional(text('The value: this column. Either this or "expr".')),
    expr: Type.Optional(text('The value: this expression of columns. Either this or "column".')),
    values: Type.Optional(
      Type.Array(
        Type.Object(
          {
            value: text('A value of the dimension.'),
            name: text('What people read for it.'),
            description: Type.Optional(Type.String({ description: 'What the value means.' })),
          },
          closed,
        ),
        { description: 'Names for some values.' },
      ),
    ),
    attributes: Type.Optional(
      Type.Object(
        {
          basic: attributes('Basic attributes.'),
          business: attributes('Business attributes.'),
          technical: attributes('Technical attributes.'),
          management: attributes('Management attributes.'),
        },
        { ...closed, description: 'What else is to be said of it: texts by name.' },
      ),
    ),
  },
  { ...closed, description: 'Something to group and filter by.' },
)

const metricBase = { name: name('Name of the metric.'), code, displayName, description, category }

const atomic = Type.Object(
  {
    ...metricBase,
    type: Type.Literal('ATOMIC', { description: 'One aggregate over the rows of a dataset.' }),
    dataset: tableName('The dataset whose rows are aggregated.'),
    aggregate: Type.Enum(
      [
        'SUM',
        'COUNT',
        'COUNT_DISTINCT',
        'AVG',
        'MIN',
        'MAX',
        'MEDIAN',
        'PERCENTILE',
        'VARIANCE',
        'STDDEV',
      ],
      { description: 'How the values become one. COUNT without "expr" counts rows.' },
    ),
    fraction: Type.Optional(
      Type.Number({
        description: 'Of PERCENTILE: the share of the values below it, between 0 and 1.',
        minimum: 0,
        maximum: 1,
      }),
    ),
    expr: Type.Optional(text('What is aggregated: an expression of columns.')),
    filters: Type.Optional(filters),
  },
  { ...closed, description: 'A metric that is one aggregate.' },
)

const derived = Type.Object(
  {
    ...metricBase,
    type: Type.Literal('DERIVED', { description: 'Another metric over fewer rows.' }),
    metric: name('The metric it comes from.'),
    filters,
  },
  { ...closed, description: 'A metric with filters of its own.' },
)

const composite = Type.Object(
  {
    ...metricBase,
    type: Type.Literal('COMPOSITE', {
      description: 'A formula of other metrics, or of aggregates.',
    }),
    expr: text(
      'The formula. Metrics stand in [brackets]; with "dataset", aggregates of its rows: Sum([amount]).',
    ),
    dataset: Type.Optional(tableName('The dataset of the aggregates in the formula.')),
  },
  { ...closed, description: 'A metric calculated from metrics, or from aggregates of a dataset.' },
)

const period = Type.Object(
  {
    name: name('Name of the period.'),
    displayName,
    expr: text('What it means, such as "to_date -6 day of 0 day".'),
  },
  { ...closed, description: 'A statistical period that metrics of a request may name.' },
)

const dateTag = Type.Object(
  {
    name: name('Name of the date tag.'),
    displayName,
    condition: text('A condition on [metric_time].'),
  },
  { ...closed, description: 'A kind of day that metrics of a request may be restricted to.' },
)

const schema = Type.Object(
  {
    tenant: Type.Optional(
      Type.String({
        description:
          'The tenant that everything belongs to; in one file at least, the same in all.',
        pattern: '^[A-Za-z0-9_-]{1,32}$',
        patternErrorMessage: '1 to 32 letters, digits, underscores and hyphens',
      }),
    ),
    timeZone: Type.Optional(
      text('IANA time zone of dates and times without one. Default: UTC. The same in all files.'),
    ),
    accounts: Type.Optional(Type.Array(account, { description: 'Who may call the API.' })),
    categories: Type.Optional(
      Type.Array(categoryEntry, { description: 'Where metrics and dimensions are filed.' }),
    ),
    grants: Type.Optional(
      Type.Array(grant, { description: 'Rights to single resources and to categories.' }),
    ),
    groups: Type.Optional(Type.Array(group, { description: 'Groups of users.' })),
    datasources: Type.Optional(Type.Array(datasource, { description: 'Where data is.' })),
    datasets: Type.Optional(Type.Array(dataset, { description: 'Tables.' })),
    dimensions: Type.Optional(Type.Array(dimension, { description: 'What to group by.' })),
    metrics: Type.Optional(
      Type.Array(
        Type.Union([atomic, derived, composite], { description: 'A metric, by "type".' }),
        {
          description: 'The numbers of the business.',
        },
      ),
    ),
    periods: Type.Optional(Type.Array(period, { description: 'Statistical periods.' })),
    dateTags: Type.Optional(Type.Array(dateTag, { description: 'Kinds of days.' })),
    plans: Type.Optional(
      Type.Array(plan, { description: 'Tables that answer questions in place of the data.' }),
    ),
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Tributary workspace',
    description:
      'Definitions of datasets, dimensions and metrics. All files of a folder are merged.',
    ...closed,
  },
)

/**
 * The JSON Schema of a workspace file, as published in `schema/workspace.schema.json`. Made with TypeBox,
 * so that the compiler holds it against {@link WorkspaceFile}; it says what the structure is, not whether
 * names and expressions fit. `patternErrorMessage` is the word that YAML editors show for a pattern.
 */
export const workspaceSchema: TSchema = schema

/** Takes a value whose structure was checked as what it is. The compiler checks that schema and type agree. */
export function asWorkspaceFile(checked: unknown): WorkspaceFile {
  return checked as Static<typeof schema>
}
