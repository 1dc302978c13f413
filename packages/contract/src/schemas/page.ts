import { Type } from 'typebox'
import { nullable, shortText, text } from './schema.ts'

/** A page of a list. */
export const pageQuery = {
  cursor: Type.Optional(shortText(4_096, '`cursor` of the page before.')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'Largest number of entries on a page; 100 by default.',
    }),
  ),
}

/** Schema of the place of the next page. */
export const nextCursor = nullable(text('Gives the next page; null on the last one.'))
