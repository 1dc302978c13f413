import { readFileSync } from 'node:fs'
import type { OperationId } from '@tributary/contract'

/** A request and its answer, as the service gave it; `test/docs/openapi-examples.test.ts` records and holds them. */
export interface OperationExample {
  readonly query?: Readonly<Record<string, string>>
  /** JSON; a text for a file. */
  readonly body?: unknown
  readonly answer: unknown
}

/** Examples of operations by id, and of errors by status. */
export interface Examples {
  readonly operations: Readonly<Record<OperationId, OperationExample>>
  readonly errors: Readonly<Record<string, unknown>>
}

/** Reads the recorded examples; the file is beside the sources and in the published package. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples
}

/** Where the examples are. */
export const EXAMPLES_FILE: URL = new URL('../../../openapi-examples.json', import.meta.url)
