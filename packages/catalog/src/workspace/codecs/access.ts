import { type TUnsafe, Type } from 'typebox'
import type { AccountInFile, CategoryInFile, GrantInFile, GroupInFile } from '../workspace-file.ts'
import { agreeing, closed, displayName, text } from './parts.ts'

const ROLES = ['OWNER', 'ADMIN', 'USAGER'] as const

/** An account in a workspace file. */
export const account: TUnsafe<AccountInFile> = agreeing<AccountInFile>()(
  Type.Object(
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
  ),
)

/** A category in a workspace file. */
export const category: TUnsafe<CategoryInFile> = agreeing<CategoryInFile>()(
  Type.Object(
    {
      id: Type.String({
        description: 'Id of the category; what "category" of a metric or dimension says.',
        minLength: 1,
        maxLength: 128,
      }),
      name: Type.Optional(text('What people read. Default: the id.')),
    },
    { ...closed, description: 'Where metrics and dimensions are filed.' },
  ),
)

/** A grant in a workspace file. */
export const grant: TUnsafe<GrantInFile> = agreeing<GrantInFile>()(
  Type.Object(
    {
      account: text('The account that may.'),
      role: Type.Enum([...ROLES], { description: 'What it may do: all, manage, only use.' }),
      metric: Type.Optional(text('The metric that it is about.')),
      dimension: Type.Optional(text('The dimension that it is about.')),
      dataset: Type.Optional(text('The dataset that it is about.')),
      datasource: Type.Optional(text('The datasource that it is about.')),
      category: Type.Optional(text('The category, with all that is in it, that it is about.')),
      expires: Type.Optional(
        Type.String({
          description: 'From when it holds no more. Default: never.',
          pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
          patternErrorMessage: 'a moment in UTC such as 2027-01-01T00:00:00Z',
        }),
      ),
    },
    { ...closed, description: 'A right of an account to one resource.' },
  ),
)

/** A user group in a workspace file. */
export const group: TUnsafe<GroupInFile> = agreeing<GroupInFile>()(
  Type.Object(
    {
      code: Type.String({
        description: 'Code of the group.',
        maxLength: 128,
        pattern: '^[A-Za-z0-9_][A-Za-z0-9_-]*$',
        patternErrorMessage: 'letters, digits, underscores and hyphens, no hyphen first',
      }),
      id: Type.Optional(
        Type.String({
          description: 'Id of the group. Default: the code.',
          maxLength: 128,
          pattern: '^[A-Za-z0-9_][A-Za-z0-9_-]*$',
          patternErrorMessage: 'letters, digits, underscores and hyphens, no hyphen first',
        }),
      ),
      displayName,
      parent: Type.Optional(text('Code of the group above. Default: none, it is at the top.')),
    },
    {
      ...closed,
      description: 'A group of users. Groups under the same one are in the order written.',
    },
  ),
)
