import { type CausesInput, locateCauses } from '@tributary/attribution'
import { type Instance, segmentText } from './instance.ts'

/** A method: the segments that it names for the leaves, best first. */
export interface Method {
  readonly name: string
  locate(input: CausesInput): readonly string[]
  /** The segments by how likely they are, where a method names fewer: for the recall of the first three. */
  rank?(input: CausesInput): readonly string[]
  /** Processor time of an input in milliseconds, where it is spent in another process. */
  time?(input: CausesInput): number
}

/** What a method reaches on a set. */
export interface Score {
  readonly f1: number
  /** What is also named on the same windows without the fault is no false alarm. */
  readonly paired: number
  readonly recall: number
  readonly recallAt3: number
  readonly named: number
  /** Processor time of an instance in milliseconds: the median and the 95th percentile. */
  readonly median: number
  readonly late: number
}

/** Ours: the causes that are said to be certain or likely. */
export const OURS: Method = {
  name: 'locateCauses',
  locate: (input) =>
    locateCauses(input, { maxCauses: 20 })
      .causes.filter(({ confidence }) => confidence !== 'possible')
      .map(({ conditions }) => segmentText(conditions)),
}

/** Ours, where the first three of all that is listed count for the recall, `possible` causes too. */
export const OURS_LISTED: Method = {
  ...OURS,
  rank: (input) =>
    locateCauses(input, { maxCauses: 20 }).causes.map(({ conditions }) => segmentText(conditions)),
}

/** The finest segments by the size of their change: as many as there are faults, which it is told. */
export function sortingByContribution(faults: number): Method {
  return {
    name: 'sorting by contribution, told the number of faults',
    locate: ({ dimensions, current, compare }) => {
      const changes = new Map<string, number>()
      for (const { name, values, codes } of dimensions) {
        for (let leaf = 0; leaf < codes.length; leaf++) {
          const key = `${name}=${values[codes[leaf]!]}`
          changes.set(key, (changes.get(key) ?? 0) + current[leaf]! - compare[leaf]!)
        }
      }
      return [...changes]
        .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
        .slice(0, faults)
        .map(([key]) => key)
    },
  }
}

/** Micro F1 over exact segments, as the published methods are scored, and how long an instance takes. */
export function score<T extends Instance>(
  instances: Iterable<T>,
  methodOf: (one: T) => Method,
): Score {
  let [hits, extra, unpaired, missed, early, all, named] = [0, 0, 0, 0, 0, 0, 0]
  const times: number[] = []
  for (const instance of instances) {
    const { input, truth, clean } = instance
    const method = methodOf(instance)
    const before = process.cpuUsage()
    const found = method.locate(input)
    const { user, system } = process.cpuUsage(before)
    times.push(method.time?.(input) ?? (user + system) / 1000)
    const twin = clean === undefined ? [] : method.locate(clean)
    const isHit = (text: string) => truth.includes(text)
    hits += found.filter(isHit).length
    missed += truth.filter((text) => !found.includes(text)).length
    extra += found.filter((text) => !isHit(text)).length
    unpaired += found.filter((text) => !isHit(text) && !twin.includes(text)).length
    early += (method.rank?.(input) ?? found).slice(0, 3).filter(isHit).length
    all += truth.length
    named += found.length
  }
  times.sort((a, b) => a - b)
  const f1 = (wrong: number) => (2 * hits) / Math.max(1, 2 * hits + wrong + missed)
  return {
    f1: f1(extra),
    paired: f1(unpaired),
    recall: hits / Math.max(1, all),
    recallAt3: early / Math.max(1, all),
    named,
    median: times[times.length >> 1] ?? 0,
    late: times[Math.floor(times.length * 0.95)] ?? 0,
  }
}
