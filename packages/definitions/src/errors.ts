import { type ErrorDetails, TributaryError } from '@tributary/core'

/** Codes of {@link DefinitionsError}. */
export type DefinitionsErrorCode = 'DEFINITIONS_INVALID_IMPORT' | 'DEFINITIONS_TABLES_MISSING'

/** The error of this package. */
export class DefinitionsError extends TributaryError<DefinitionsErrorCode> {}

/** A file of definitions cannot be imported as a whole. `sentence` says why and where. */
export function invalidImportError(
  sentence: string,
  details: ErrorDetails['details'] = {},
): DefinitionsError {
  return new DefinitionsError('DEFINITIONS_INVALID_IMPORT', sentence, { details })
}

/** None of the tables that a file names was found. */
export function tablesMissingError(file: string, tables: readonly string[]): DefinitionsError {
  const tableList = tables.slice(0, 20).join(', ')
  const more = tables.length > 20 ? ` and ${tables.length - 20} more` : ''
  return new DefinitionsError(
    'DEFINITIONS_TABLES_MISSING',
    `Expected data for the tables of ${file}, found none: ${tableList}${more}. Each needs a table of the datasource, or a file of the folder, such as ${tables[0] ?? 'orders'}.parquet.`,
    { details: { file, tables } },
  )
}
