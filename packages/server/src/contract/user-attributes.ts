import type {
  DeleteUserAttributesRequest,
  SaveUserAttributesRequest,
  UserAttributesData,
  UserAttributesQuery,
} from '@tributary/platform'
import { type TUnsafe, Type } from 'typebox'
import { nullable, typed } from './typed.ts'

/** The most entries of one list in a request. */
const LIST_LIMIT = 10_000

/** The most names that an answer can be restricted to. */
const NAMES_LIMIT = 1_000

const identityType = Type.Enum(['USER_ID', 'USER_ACCOUNT'], {
  description: 'What `identityValue` is.',
})

const identityValue = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "A user's id or account.",
})

const attributeName = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'Name of the attribute, unique within the user.',
})

const attributeValue = Type.String({ maxLength: 4_096, description: 'Value of the attribute.' })

/** Body of E10. */
export const saveUserAttributesBody: TUnsafe<SaveUserAttributesRequest> = typed(
  Type.Object({
    identityType,
    userPropertyRequests: Type.Array(
      Type.Object({
        identityValue,
        properties: Type.Array(Type.Object({ name: attributeName, value: attributeValue }), {
          minItems: 1,
          maxItems: LIST_LIMIT,
          description: 'The attributes to save.',
        }),
      }),
      { minItems: 1, maxItems: LIST_LIMIT, description: 'The users.' },
    ),
  }),
)

/** Body of E11. */
export const deleteUserAttributesBody: TUnsafe<DeleteUserAttributesRequest> = typed(
  Type.Object({
    identityType,
    items: Type.Array(
      Type.Object({
        identityValue,
        propertyNames: Type.Array(attributeName, {
          minItems: 1,
          maxItems: LIST_LIMIT,
          description: 'Names of the attributes to delete.',
        }),
      }),
      { minItems: 1, maxItems: LIST_LIMIT, description: 'The users.' },
    ),
  }),
)

/** Body of E12. */
export const userAttributesBody: TUnsafe<UserAttributesQuery> = typed(
  Type.Object({
    identityType,
    identityValues: Type.Array(identityValue, {
      minItems: 1,
      maxItems: LIST_LIMIT,
      description: 'The users.',
    }),
    propertyNames: Type.Optional(
      nullable(
        Type.Array(attributeName, {
          maxItems: NAMES_LIMIT,
          description: 'Only these attributes; all when absent or empty.',
        }),
      ),
    ),
  }),
)

/** `data` of E12. */
export const userAttributesData: TUnsafe<readonly UserAttributesData[]> = typed(
  Type.Array(
    Type.Object({
      identityValue,
      properties: Type.Array(Type.Object({ name: attributeName, value: attributeValue }), {
        description: 'The attributes by name; empty when there are none.',
      }),
    }),
    { description: 'Each user once, in the order asked.' },
  ),
)

/** `data` of E10 and E11. */
export const done: TUnsafe<true> = typed(Type.Literal(true, { description: 'Done.' }))
