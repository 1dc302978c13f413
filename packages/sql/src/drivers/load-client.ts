import { clientMissingError } from '../errors.ts'

/** Loads the client library of an engine, an optional dependency. `SQL_ENGINE_FAILED` when it is not installed. */
export async function loadClient<T>(
  engine: string,
  library: string,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw isMissing(error, library) ? clientMissingError(engine, library, error) : error
  }
}

/** Whether the library itself is not installed, and not a library that it needs. */
function isMissing(error: unknown, library: string): boolean {
  return error instanceof Error && error.message.startsWith(`Cannot find package '${library}'`)
}
