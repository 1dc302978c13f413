import { Type } from 'typebox'
import { integer, list, nullable, object, shortText, text, type ValueOf } from './schema.ts'

/** The types of items that the catalog search finds. */
export const CATALOG_TYPES = [
  'METRIC',
  'DIMENSION',
  'DATASET',
  'DATASET_COLUMN',
  'PLAN',
  'ANALYSIS_VIEW',
] as const

/** Query of the search of the catalog. */
export const catalogSearchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'What is searched for: a name, a code, a display name or its beginning, or words. Everything when absent or empty.',
    }),
  ),
  types: Type.Optional(
    list('Only these kinds, separated by commas; all by default.', Type.Enum(CATALOG_TYPES), {
      minItems: 1,
    }),
  ),
  dataset: Type.Optional(shortText(512, 'Only what belongs to the dataset of this name.')),
  category: Type.Optional(shortText(512, 'Only what is in the category of this id or name.')),
  owner: Type.Optional(shortText(512, 'Only what this account owns.')),
  cursor: Type.Optional(shortText(4_096, '`cursor` of the page before.')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'Largest number of items on a page; 20 by default.',
    }),
  ),
})

const count = (what: string) => Type.Optional(integer(`How many ${what}.`))

const item = Type.Object({
  type: Type.Enum(CATALOG_TYPES, { description: 'What it is.' }),
  name: text('Its name; of a column the one within its dataset.'),
  code: nullable(text('Its code; of a plan its id.')),
  displayName: text('Name for people.'),
  description: text('What it means; empty when nothing says.'),
  dataset: nullable(
    text('The dataset it belongs to; null for a view, and when the caller may not use it.'),
  ),
  category: nullable(
    object('Of a metric or dimension.', {
      id: text('Id of the category; `-1` is uncategorised.'),
      name: text('Name of the category.'),
    }),
  ),
  owner: nullable(text('The account that owns it, of a dataset, a column or a view.')),
  matched: nullable(
    object('The part for which it was found; null without `q`.', {
      field: Type.Enum(['name', 'code', 'displayName', 'description'], {
        description: 'The field of the item.',
      }),
      from: integer('Where the part begins, in UTF-16 code units.'),
      to: integer('Where it ends; the code unit there is not part of it.'),
    }),
  ),
})

/** `data` of the search of the catalog. */
export const catalogSearchData = Type.Object({
  items: list(
    'A page of what was found: exact names first, then beginnings, then words, then near words; each by type, then by name.',
    item,
  ),
  totals: object('How many were found of each kind that has any, `types` aside.', {
    METRIC: count('metrics'),
    DIMENSION: count('dimensions'),
    DATASET: count('datasets'),
    DATASET_COLUMN: count('columns'),
    PLAN: count('plans'),
    ANALYSIS_VIEW: count('views'),
  }),
  cursor: nullable(text('Gives the next page; null on the last one.')),
})

/** Query of the search of the catalog. */
export type CatalogSearchQuery = ValueOf<typeof catalogSearchQuery>

/** `data` of the search of the catalog. */
export type CatalogSearchData = ValueOf<typeof catalogSearchData>

/** Something that the search of the catalog found. */
export type CatalogItemData = CatalogSearchData['items'][number]

/** The type of an item that the catalog search finds. */
export type CatalogType = (typeof CATALOG_TYPES)[number]
