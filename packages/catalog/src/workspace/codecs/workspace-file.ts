import { type TSchema, Type } from 'typebox'
import type { YamlFile } from '../files/read-yaml.ts'
import { accountSchema, categorySchema, grantSchema, groupSchema } from './access.ts'
import { calendarSchema, dateTagSchema, periodSchema } from './calendar.ts'
import { datasetSchema } from './dataset.ts'
import { datasourceSchema } from './datasource.ts'
import { dimensionSchema } from './dimension.ts'
import { metricSchema } from './metric.ts'
import { closed, type InFile, text } from './parts.ts'
import { planSchema } from './plan.ts'

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
    calendar: Type.Optional(calendarSchema),
    accounts: Type.Optional(Type.Array(accountSchema, { description: 'Who may call the API.' })),
    categories: Type.Optional(
      Type.Array(categorySchema, { description: 'Where metrics and dimensions are filed.' }),
    ),
    grants: Type.Optional(
      Type.Array(grantSchema, { description: 'Rights to single resources and to categories.' }),
    ),
    groups: Type.Optional(Type.Array(groupSchema, { description: 'Groups of users.' })),
    datasources: Type.Optional(Type.Array(datasourceSchema, { description: 'Where data is.' })),
    datasets: Type.Optional(Type.Array(datasetSchema, { description: 'Tables.' })),
    dimensions: Type.Optional(Type.Array(dimensionSchema, { description: 'What to group by.' })),
    metrics: Type.Optional(
      Type.Array(metricSchema, { description: 'The numbers of the business.' }),
    ),
    periods: Type.Optional(Type.Array(periodSchema, { description: 'Statistical periods.' })),
    dateTags: Type.Optional(Type.Array(dateTagSchema, { description: 'Kinds of days.' })),
    plans: Type.Optional(
      Type.Array(planSchema, { description: 'Tables that answer questions in place of the data.' }),
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

/** A workspace file as it is written, before defaults. */
export type WorkspaceFile = InFile<typeof schema>

/** A file whose structure was checked; what is unusable is left out. */
export interface CheckedFile {
  readonly yaml: YamlFile
  readonly content: WorkspaceFile
}

/**
 * The JSON Schema of a workspace file, as published in `schema/workspace.schema.json`. It describes the structure;
 * names and expressions are checked by `parseWorkspace`. YAML editors show `patternErrorMessage` for a pattern.
 */
export const workspaceSchema: TSchema = schema

/** The text of the published schema file, laid out as the repository's formatter does. */
export function workspaceSchemaText(): string {
  const { $schema, title, description, ...keywords } = workspaceSchema as Record<string, unknown>
  return `${jsonText({ $schema, title, description, ...keywords }, 0, 0)}\n`
}

const LINE_WIDTH = 100

/** JSON with objects one key a line, and lists on one line when they fit after `used` columns. */
function jsonText(value: unknown, depth: number, used: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const indent = '  '.repeat(depth + 1)
  const close = `\n${'  '.repeat(depth)}`
  if (Array.isArray(value)) {
    const flat = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    const hasObject = value.some((item) => typeof item === 'object')
    if (!hasObject && used + flat.length < LINE_WIDTH) return flat
    const items = value.map((item) => indent + jsonText(item, depth + 1, indent.length))
    return `[\n${items.join(',\n')}${close}]`
  }
  const pairs = Object.entries(value).map(([key, propertyValue]) => {
    const start = `${indent}${JSON.stringify(key)}: `
    return start + jsonText(propertyValue, depth + 1, start.length)
  })
  return pairs.length === 0 ? '{}' : `{\n${pairs.join(',\n')}${close}}`
}
