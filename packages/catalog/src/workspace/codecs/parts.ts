import { type Static, type TSchema, Type } from 'typebox'
import type { CategoryRef } from '../../definitions/dimension.ts'

/** How definitions of one kind are written in workspace files. */
export interface Codec<Raw extends object, Definition> {
  /** Fills in defaults. References and expressions are not checked yet. */
  decode(raw: Raw, place: DecodePlace): Definition
  /** Leaves defaults out: decoding the result gives the definition again. */
  encode(definition: Definition, place: EncodePlace): Raw
}

/** Where a definition is read from. */
export interface DecodePlace {
  readonly tenant: string
  /** The folder of the file; relative paths start here. */
  readonly folder: string
}

/** Where a definition is written to. */
export interface EncodePlace extends DecodePlace {
  /** Ids of the categories that the files list under `categories`. */
  readonly categoryIds: ReadonlySet<string>
}

/** A definition of a file: as written, and decoded. */
export interface Entry<Raw extends object, Definition> {
  readonly raw: Raw
  readonly definition: Definition
}

/** The readonly type of the values that fit a schema. */
export type InFile<S extends TSchema> = DeepReadonly<Static<S>>

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

/** The values that need to be written: not null, false or empty, and not equal to the default of their key. */
export function withoutDefaults<T extends object>(
  values: T,
  defaults: { readonly [K in keyof T]?: unknown } = {},
): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  const definedEntries = Object.entries(values).filter(
    ([key, value]) => !isEmpty(value) && value !== defaults[key as keyof T],
  )
  return Object.fromEntries(definedEntries) as { readonly [K in keyof T]?: NonNullable<T[K]> }
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined || value === false || value === ''
}

interface Names {
  readonly name: string
  readonly displayName: string
  readonly description: string
}

type NamesInFile = Pick<Names, 'name'> & Partial<Names>

/** Name, display name and description with their defaults. */
export function decodeNames({ name, displayName = name, description = '' }: NamesInFile): Names {
  return { name, displayName, description }
}

/** Name, display name and description, where there is one, without their defaults. */
export function encodeNames({
  name,
  displayName,
  description = '',
}: Omit<Names, 'description'> & Partial<Names>): NamesInFile {
  return { name, ...withoutDefaults({ displayName, description }, { displayName: name }) }
}

const UNCATEGORIZED: CategoryRef = { id: '-1', name: 'Uncategorized' }

/** A category by id or in full. Of a category by id the name is filled in when it is checked. */
export function decodeCategory(raw: string | CategoryRef | undefined): CategoryRef {
  if (raw === undefined) return UNCATEGORIZED
  return typeof raw === 'string' ? { id: raw, name: raw } : raw
}

/** The key `category`: the id where the files list it; no key for Uncategorized. */
export function encodeCategory(
  { id, name }: CategoryRef,
  { categoryIds }: EncodePlace,
): { readonly category?: string | CategoryRef } {
  if (id === UNCATEGORIZED.id && name === UNCATEGORIZED.name) return {}
  return { category: categoryIds.has(id) ? id : { id, name } }
}

/** For an object that knows its keys. */
export const closed = { additionalProperties: false } as const

/** Some text. */
export function text(description: string) {
  return Type.String({ description, minLength: 1 })
}

/** The name of a thing that expressions speak of. */
export function name(description: string) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: 128,
    pattern: '^_?[A-Za-z0-9]+(_[A-Za-z0-9]+)*_?$',
    patternErrorMessage: 'letters, digits and underscores, no two underscores together',
  })
}

/** The name of a thing that tables are called after. */
export function tableName(description: string) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: 128,
    pattern: '^[A-Za-z0-9_]+$',
    patternErrorMessage: 'letters, digits and underscores',
  })
}

/** The path of a data file. */
const dataFile = Type.String({
  description: "Path of the file below the datasource's root: Parquet or CSV.",
  pattern: '\\.([Pp][Aa][Rr][Qq][Uu][Ee][Tt]|[Cc][Ss][Vv])$',
  patternErrorMessage: 'a path that ends with .parquet or .csv',
})

/** A file of a datasource. */
export function fileSource(description: string) {
  return Type.Object(
    { datasource: tableName('Name of the datasource.'), file: dataFile },
    { ...closed, description },
  )
}

/** The way from a dataset to another over relations. */
export function via(description: string) {
  return Type.Optional(
    Type.Union([name('A relation.'), Type.Array(name('A relation.'), { minItems: 1 })], {
      description,
    }),
  )
}

/** Conditions on rows. */
export const filters = Type.Array(text('An expression that is TRUE for the rows to keep.'), {
  description: 'Conditions on the rows; all must hold. Columns and dimensions stand in [brackets].',
})

/** Which rows a user sees. */
export const rowCondition = Type.Optional(
  text(
    'Which rows a question counts: a condition that may name attributes of the user who asks, such as [region] = [user.region]. Default: all.',
  ),
)

/** Times at which something is done by itself. */
export function cron(description: string) {
  return Type.Optional(
    Type.String({
      description: `${description} A cron expression in the time zone of the workspace: minute, hour, day, month, weekday.`,
      minLength: 1,
    }),
  )
}

/** The text that people read in place of a name. */
export const displayName = Type.Optional(
  Type.String({
    description: 'What people read. Default: the name.',
    minLength: 1,
    maxLength: 150,
  }),
)

/** A description for people. */
export const description = Type.Optional(
  Type.String({ description: 'What it is, for people.', maxLength: 300 }),
)

/** A second name of a dimension or metric. */
export const code = Type.Optional(
  Type.String({
    description: 'A second, stable name; unique in its kind.',
    minLength: 1,
    maxLength: 128,
  }),
)

/** The category of a dimension or metric. */
export const category = Type.Optional(
  Type.Union(
    [
      text('Id of a category of "categories".'),
      Type.Object(
        { id: text('Id of the category.'), name: text('Name of the category.') },
        { ...closed, description: 'A category that "categories" does not list.' },
      ),
    ],
    { description: 'Where it is filed. Default: id -1, Uncategorized.' },
  ),
)
