import { Type } from 'typebox'
import { flag, integer, list, nullable, object, text, type ValueOf } from './schema.ts'

/** `data` of the question who the caller is. */
export const callerData = Type.Object({
  tenant: text('The tenant.'),
  account: text('The account that the credentials are of.'),
  displayName: text('Name of the account for people.'),
  roles: list(
    'Its role for everything in the tenant; empty for an account that has only grants.',
    Type.Enum(['OWNER', 'ADMIN', 'USAGER']),
  ),
  timeZone: text('Time zone of the tenant, such as `Europe/Berlin`.'),
  weekStart: text('The first day of a week, such as `MONDAY`.'),
  can: object('What the account may do in the tenant as a whole.', {
    operate: flag('Refresh and delete every plan, and trigger every source table.'),
    manageUsers: flag('Change attributes and groups of users.'),
    importLineage: flag('Import lineage.'),
  }),
  limits: object('Limits on what is asked.', {
    maxRows: integer('Rows of a table of an attribution; others are left out with a warning.'),
    dimensions: integer('Entries of `dimensions` of a question.'),
    filters: integer('Filters of a question.'),
  }),
  workers: integer('Task instances that this process runs at once; 0 when it runs none.'),
  version: text('Version of the service.'),
  health: nullable(
    object('Whether the parts of the service answer; null for who may not manage the tenant.', {
      store: flag('The store.'),
      engine: flag('The engine.'),
      datasources: list(
        'The datasources of the tenant, as they answered in the last half minute.',
        object('A datasource.', {
          name: text('Its name.'),
          answers: flag('Whether it answers.'),
        }),
      ),
    }),
  ),
})

/** `data` of the question who the caller is. */
export type CallerData = ValueOf<typeof callerData>
