import { type Static, type TSchema, Type } from 'typebox'
import type { WorkspaceFile } from '../workspace-file.ts'
import { account, category, grant, group } from './access.ts'
import { dateTag, period } from './calendar.ts'
import { dataset, datasource } from './dataset.ts'
import { dimension } from './dimension.ts'
import { metric } from './metric.ts'
import { closed, text } from './parts.ts'
import { plan } from './plan.ts'

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
      Type.Array(category, { description: 'Where metrics and dimensions are filed.' }),
    ),
    grants: Type.Optional(
      Type.Array(grant, { description: 'Rights to single resources and to categories.' }),
    ),
    groups: Type.Optional(Type.Array(group, { description: 'Groups of users.' })),
    datasources: Type.Optional(Type.Array(datasource, { description: 'Where data is.' })),
    datasets: Type.Optional(Type.Array(dataset, { description: 'Tables.' })),
    dimensions: Type.Optional(Type.Array(dimension, { description: 'What to group by.' })),
    metrics: Type.Optional(Type.Array(metric, { description: 'The numbers of the business.' })),
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
