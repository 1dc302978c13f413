import type { DuckDBConnection } from '@duckdb/node-api'
import { literal } from '../../../text/names.ts'
import { pathLiteral } from './path-literal.ts'
import type { TextFile } from './text-file.ts'

/**
 * The fields of the objects in JSON files: an array of objects, or one object after the other. The first 20,480 objects
 * are looked at, all of them when one of the `wanted` fields is in none of these.
 */
export async function jsonFields(
  connection: DuckDBConnection,
  files: readonly TextFile[],
  wanted: readonly string[],
): Promise<readonly string[]> {
  const fields = async (sampled: number): Promise<readonly string[]> => {
    const reader = `read_json(${source(files)}, maximum_depth = 1, map_inference_threshold = -1, records = true, sample_size = ${sampled})`
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${reader}`)
    return described.getRows().map(([name]) => String(name))
  }
  const first = await fields(20_480)
  return wanted.every((name) => first.includes(name)) ? first : fields(-1)
}

/** The types that the engine finds for the fields of a JSON file by its first objects: VARCHAR for texts of digits, too. */
export async function readJsonTypes(
  connection: DuckDBConnection,
  file: TextFile,
): Promise<ReadonlyMap<string, string>> {
  const reader = `read_json(${source([file])}, maximum_depth = 2, map_inference_threshold = -1, records = true, sample_size = 20480)`
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${reader}`)
  return new Map(described.getRows().map(([name, type]) => [String(name), String(type)]))
}

/** The SQL that reads fields of JSON files, every value as text; an array or object as its JSON. */
export function readJson(files: readonly TextFile[], names: readonly string[]): string {
  const columns = names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')
  return `read_json(${source(files)}, records = true, columns = {${columns}})`
}

function source(files: readonly TextFile[]): string {
  const paths = files.map(({ utf8 }) => pathLiteral(utf8)).join(', ')
  return `[${paths}], format = 'auto', compression = '${files[0]?.compression ?? 'uncompressed'}'`
}
