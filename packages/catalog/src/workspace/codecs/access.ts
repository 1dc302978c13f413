import { Type } from 'typebox'
import type {
  AccountDefinition,
  CategoryDefinition,
  GrantDefinition,
  GroupDefinition,
  ResourceRef,
} from '../../definitions/access.ts'
import { type Codec, closed, displayName, type InFile, text, withoutDefaults } from './parts.ts'

const ROLES = ['OWNER', 'ADMIN', 'USAGER'] as const

/** An account in a workspace file. */
export const accountSchema = Type.Object(
  {
    account: Type.String({ description: 'Login name.', minLength: 1, maxLength: 32 }),
    displayName,
    role: Type.Optional(
      Type.Enum([...ROLES], {
        description:
          'What the account may do with everything of the tenant: all, manage, only use. Default: only what "grants" allow.',
      }),
    ),
  },
  { ...closed, description: 'Somebody who may call the API.' },
)

/** A category in a workspace file. */
export const categorySchema = Type.Object(
  {
    id: Type.String({
      description: 'Id of the category; what "category" of a metric or dimension says.',
      minLength: 1,
      maxLength: 128,
    }),
    name: Type.Optional(text('What people read. Default: the id.')),
  },
  { ...closed, description: 'Where metrics and dimensions are filed.' },
)

/** A grant in a workspace file. */
export const grantSchema = Type.Object(
  {
    account: text('The account that gets the right.'),
    role: Type.Enum([...ROLES], { description: 'What it may do: all, manage, only use.' }),
    metric: Type.Optional(text('The metric that it is about.')),
    dimension: Type.Optional(text('The dimension that it is about.')),
    dataset: Type.Optional(text('The dataset that it is about.')),
    datasource: Type.Optional(text('The datasource that it is about.')),
    category: Type.Optional(text('The category, with all that is in it, that it is about.')),
    expires: Type.Optional(
      Type.String({
        description: 'When it expires. Default: never.',
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
        patternErrorMessage: 'a moment in UTC such as 2027-01-01T00:00:00Z',
      }),
    ),
  },
  { ...closed, description: 'A right of an account to one resource.' },
)

function groupKey(description: string) {
  return Type.String({
    description,
    maxLength: 128,
    pattern: '^[A-Za-z0-9_][A-Za-z0-9_-]*$',
    patternErrorMessage: 'letters, digits, underscores and hyphens, no hyphen first',
  })
}

/** A user group in a workspace file. */
export const groupSchema = Type.Object(
  {
    code: groupKey('Code of the group.'),
    id: Type.Optional(groupKey('Id of the group. Default: the code.')),
    displayName,
    parent: Type.Optional(text('Code of the group above. Default: none, it is at the top.')),
  },
  {
    ...closed,
    description: 'A group of users. Groups under the same one are in the order written.',
  },
)

export type AccountInFile = InFile<typeof accountSchema>
export type CategoryInFile = InFile<typeof categorySchema>
export type GrantInFile = InFile<typeof grantSchema>
export type GroupInFile = InFile<typeof groupSchema>

/** Accounts; the display name is the login name by default. */
export const accountCodec: Codec<AccountInFile, AccountDefinition> = {
  decode: ({ account, displayName = account, role = null }) => ({ account, displayName, role }),
  encode: ({ account, displayName, role }) => ({
    account,
    ...withoutDefaults({ displayName, role }, { displayName: account }),
  }),
}

/** Categories; the name is the id by default. */
export const categoryCodec: Codec<CategoryInFile, CategoryDefinition> = {
  decode: ({ id, name = id }) => ({ id, name }),
  encode: ({ id, name }) => ({ id, ...withoutDefaults({ name }, { name: id }) }),
}

/** Grants. Of several resources, which checking refuses, the first counts. */
export const grantCodec: Codec<GrantInFile, GrantDefinition> = {
  decode: (raw) => ({
    account: raw.account,
    role: raw.role,
    resource: listGrantResources(raw)[0] ?? { type: 'TENANT', name: '' },
    expires: raw.expires ?? null,
  }),
  encode: ({ account, role, resource, expires }) => ({
    account,
    role,
    [resource.type.toLowerCase()]: resource.name,
    ...withoutDefaults({ expires }),
  }),
}

/** Every resource that a grant names. */
export function listGrantResources(raw: GrantInFile): readonly ResourceRef[] {
  const named: readonly (readonly [ResourceRef['type'], string | undefined])[] = [
    ['METRIC', raw.metric],
    ['DIMENSION', raw.dimension],
    ['DATASET', raw.dataset],
    ['DATASOURCE', raw.datasource],
    ['CATEGORY', raw.category],
  ]
  return named.flatMap(([type, name]) => (name === undefined ? [] : [{ type, name }]))
}

/** User groups; id and display name are the code by default. */
export const groupCodec: Codec<GroupInFile, GroupDefinition> = {
  decode: ({ code, id = code, displayName = code, parent = null }) => ({
    id,
    code,
    displayName,
    parent,
  }),
  encode: ({ code, id, displayName, parent }) => ({
    code,
    ...withoutDefaults({ id, displayName, parent }, { id: code, displayName: code }),
  }),
}
