import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('./search-large.ts', import.meta.url))
const MINUTES = 60_000

test.skipIf(process.env.TRIBUTARY_LONG === undefined)(
  'a search in 24 million leaves takes a GiB beside them at most, and a minute of processor time',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT])
    const { certain, leaves, seconds, bytes, bytesOfLeaves } = JSON.parse(stdout)
    expect(certain).toEqual([
      [
        { dimension: 'd2', value: 'v017' },
        { dimension: 'd4', value: 'v003' },
      ],
    ])
    expect(leaves).toBe(24_000_000)
    expect(bytes - bytesOfLeaves).toBeLessThan(2 ** 30)
    expect(seconds).toBeLessThan(60)
  },
  10 * MINUTES,
)
