import { Type } from 'typebox'
import {
  flag,
  integer,
  nullable,
  object,
  objects,
  optional,
  storedText,
  text,
  type ValueOf,
} from './schema.ts'

/** Body of `resourceEntries`. */
export const resourceEntriesBody = Type.Object({
  resourceType: Type.Enum(
    ['DATASET', 'METRIC', 'DIMENSION', 'ANALYSIS_VIEW', 'DATASOURCE', 'RESULT_PLAN', 'WORKBOOK'],
    { description: 'What the resource is.' },
  ),
  resourceId: storedText(
    256,
    'The name of the resource, or its code; of a plan its id or its name.',
  ),
  resourceName: optional(
    Type.String({
      maxLength: 256,
      description: 'Display name; the resource is identified by `resourceId` alone.',
    }),
  ),
})

const extended = object('Where an inherited permission comes from; null for a direct one.', {
  resourceType: text('Kind of the resource above, such as `CATEGORY`.'),
  resourceId: text('Id of the resource above.'),
  resourceName: nullable(text('Its name.')),
})

/** `data` of `resourceEntries`. */
export const resourceEntriesData = objects(
  'By account; of one account the direct permission first.',
  {
    authorityAccount: object('Who has the permission.', {
      accountType: Type.Literal('USER', { description: 'A user.' }),
      account: text('Login account.'),
      id: text('Id of the account.'),
      displayName: text('Name for people.'),
      photo: Type.Null({ description: 'Null.' }),
    }),
    authorityResource: object('The permission.', {
      authorityRole: Type.Enum(['OWNER', 'ADMIN', 'USAGER'], {
        description: '`OWNER` may do all, `ADMIN` manage, `USAGER` only use.',
      }),
      authoritySource: Type.Enum(['DIRECT', 'EXTEND'], {
        description: 'Granted on the resource itself, or inherited from one above it.',
      }),
      expiredTime: nullable(integer('Milliseconds since 1970; null for never.')),
      extendResourceDTO: nullable(extended),
      canEdit: flag('Whether the account may edit the resource.'),
      canDelete: flag('Whether it may delete it.'),
      canUsage: flag('Whether it may use it.'),
      canAuth: flag('Whether it may grant permissions on it.'),
      canTransfer: flag('Whether it may give it to another owner.'),
    }),
  },
)

/** Body of `resourceEntries`. */
export type ResourceEntriesQuery = ValueOf<typeof resourceEntriesBody>

/** A permission that an account has on a resource. */
export type ResourceEntryData = ValueOf<typeof resourceEntriesData>[number]
