import { parseArgs } from 'node:util'

/** What every benchmark takes on its command line. */
export interface BenchmarkArguments {
  /** Print one JSON document instead of tables. */
  readonly json: boolean
  /** Values of the numeric list option, such as `--rows 1000000,10000000`; empty when it is not given. */
  readonly sizes: readonly number[]
}

/** Reads `--json` and a list of sizes; throws with the usage for anything else. */
export function readArguments(sizeOption: string): BenchmarkArguments {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, [sizeOption]: { type: 'string' } },
  })
  const list = values[sizeOption]
  const sizes = typeof list === 'string' ? list.split(',').map(Number) : []
  if (sizes.some((one) => !Number.isInteger(one) || one < 1)) {
    throw new TypeError(`--${sizeOption} is a list of whole numbers such as 100000,1000000`)
  }
  return { json: values.json === true, sizes }
}
