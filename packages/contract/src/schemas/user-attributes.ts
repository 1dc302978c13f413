import { Type } from 'typebox'
import { FORMS } from './patterns.ts'
import { list, objects, optional, storedText, text, type ValueOf } from './schema.ts'

/** The most entries of one list in a request. */
const LIST_LIMIT = 10_000

/** The most names that an answer can be restricted to. */
const NAMES_LIMIT = 1_000

const identityType = Type.Enum(['USER_ID', 'USER_ACCOUNT'], {
  description: 'What `identityValue` is.',
})

const identityValue = storedText(128, "A user's id or account.")

const attributeName = storedText(128, 'Name of the attribute, unique within the user.')

const attributeValue = Type.String({
  maxLength: 4_096,
  pattern: FORMS.stored.pattern,
  description: 'Value of the attribute.',
})

/** Body of `saveUserAttributes`. */
export const saveUserAttributesBody = Type.Object({
  identityType,
  userPropertyRequests: list(
    'The users.',
    Type.Object({
      identityValue,
      properties: list(
        'The attributes to save.',
        Type.Object({ name: attributeName, value: attributeValue }),
        { minItems: 1, maxItems: LIST_LIMIT },
      ),
    }),
    { minItems: 1, maxItems: LIST_LIMIT },
  ),
})

/** Body of `deleteUserAttributes`. */
export const deleteUserAttributesBody = Type.Object({
  identityType,
  items: list(
    'The users.',
    Type.Object({
      identityValue,
      propertyNames: list('Names of the attributes to delete.', attributeName, {
        minItems: 1,
        maxItems: LIST_LIMIT,
      }),
    }),
    { minItems: 1, maxItems: LIST_LIMIT },
  ),
})

/** Body of `userAttributes`. */
export const userAttributesBody = Type.Object({
  identityType,
  identityValues: list('The users.', identityValue, { minItems: 1, maxItems: LIST_LIMIT }),
  propertyNames: optional(
    list('Only these attributes; all when absent or empty.', attributeName, {
      maxItems: NAMES_LIMIT,
    }),
  ),
})

/** `data` of `userAttributes`. */
export const userAttributesData = objects('Each user once, in the order asked.', {
  identityValue: text("A user's id or account."),
  properties: objects('The attributes by name; empty when there are none.', {
    name: text('Name of the attribute.'),
    value: text('Value of the attribute.'),
  }),
})

/** Body of `saveUserAttributes`. */
export type SaveUserAttributesRequest = ValueOf<typeof saveUserAttributesBody>

/** Body of `deleteUserAttributes`. */
export type DeleteUserAttributesRequest = ValueOf<typeof deleteUserAttributesBody>

/** Body of `userAttributes`. */
export type UserAttributesQuery = ValueOf<typeof userAttributesBody>

/** A user of `data` of `userAttributes`, with the attributes by name. */
export type UserAttributesData = ValueOf<typeof userAttributesData>[number]
