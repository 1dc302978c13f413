/** One thing that grows, and the work whose cost is measured at each of its sizes. */
export interface Axis {
  readonly name: string
  /** What is done at each size, and what stays as it is. */
  readonly work: string
  /** The sizes, each some times the one before. */
  readonly sizes: readonly number[]
  /** Further sizes, which take minutes or much memory. */
  readonly largeSizes: readonly number[]
  /** Makes what is needed at a size; its work is measured. */
  prepare(size: number): Promise<Prepared>
}

/** Work at one size, ready to be measured. */
export interface Prepared {
  /** Does the work once. */
  run(): Promise<unknown>
  /** Frees what was prepared. */
  end?(): Promise<void>
}

/** The processor time of the work at one size, in milliseconds. */
export interface Point {
  readonly size: number
  readonly time: number
}

/** How long work is repeated at a size, in milliseconds, unless one run takes longer. */
const REPEATED = 1_500

/** At most so many runs at a size. */
const MOST_RUNS = 40

/** The least processor time of several runs: other work on the machine only adds to it. All threads count. */
export async function measurePoint(axis: Axis, size: number): Promise<Point> {
  const prepared = await axis.prepare(size)
  try {
    globalThis.gc?.()
    let time = Number.POSITIVE_INFINITY
    const end = performance.now() + REPEATED
    for (let run = 0; run < MOST_RUNS && (run === 0 || performance.now() < end); run++) {
      const before = process.cpuUsage()
      await prepared.run()
      const { user, system } = process.cpuUsage(before)
      time = Math.min(time, (user + system) / 1_000)
    }
    return { size, time }
  } finally {
    await prepared.end?.()
  }
}

/**
 * The slope of time over size, both as logarithms, by least squares over the upper half of the sizes, where what is
 * done once no longer counts: 1 is linear, 1.05 to 1.1 linear × log. Null with fewer than two points.
 */
export function slopeOf(points: readonly Point[]): number | null {
  const upper = points.slice(Math.min(Math.floor(points.length / 2), points.length - 2))
  if (points.length < 2) return null
  const x = upper.map(({ size }) => Math.log(size))
  const y = upper.map(({ time }) => Math.log(time))
  const [meanX, meanY] = [mean(x), mean(y)]
  const products = x.map((one, index) => (one - meanX) * (y[index]! - meanY))
  const squares = x.map((one) => (one - meanX) ** 2)
  return mean(products) / mean(squares)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
