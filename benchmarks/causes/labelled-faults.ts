import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Instance, segmentText } from './instance.ts'

/** The minutes before a fault that it is compared with, together. */
const BEFORE = 30
const MINUTE = 60

/**
 * Faults that engineers labelled, from a folder as RobustSpot publishes it: `anomaly.yaml` names the minute and the segments,
 * and `data` has the counts of each minute by combination.
 */
export async function readLabelledFaults(folder: string): Promise<readonly Instance[]> {
  const labels = parseLabels(await readFile(join(folder, 'anomaly.yaml'), 'utf8'))
  const instances: Instance[] = []
  for (const { data, minute, truth } of labels) {
    const text = await readFile(join(folder, 'data', `${data}.csv`), 'utf8')
    instances.push({ input: toInput(text, minute), truth })
  }
  return instances
}

interface Label {
  readonly data: string
  readonly minute: number
  readonly truth: readonly string[]
}

function parseLabels(yaml: string): readonly Label[] {
  const entries = yaml.matchAll(/- data: (.+)\n\s+timestamp: (\d+)\n\s+cause: (.+)/g)
  return [...entries].map(([, data, minute, cause]) => ({
    data: data!.trim(),
    minute: Number(minute),
    truth: [...cause!.matchAll(/\{([^}]*)\}/g)].map(([, conditions]) =>
      segmentText(
        [...conditions!.matchAll(/'(\w+)'\s*:\s*'?([^,']+)'?/g)].map(([, dimension, value]) => {
          return { dimension: dimension!, value: value!.trim() }
        }),
      ),
    ),
  }))
}

interface Leaf {
  readonly values: readonly string[]
  current: number
  compare: number
  currentDenominator: number
  compareDenominator: number
}

/** The minute against those before it, by the combinations that occur in either. */
function toInput(csv: string, minute: number): Instance['input'] {
  const [header, ...lines] = csv.trim().split('\n')
  const names = header!.trim().split(',').slice(1, -2)
  const leaves = new Map<string, Leaf>()
  for (const line of lines) {
    const cells = line.trim().split(',')
    const time = Number(cells[0])
    if (time > minute || time < minute - BEFORE * MINUTE) continue
    const values = cells.slice(1, -2)
    const key = values.join(',')
    const nothing = { current: 0, compare: 0, currentDenominator: 0, compareDenominator: 0 }
    const leaf = leaves.get(key) ?? { values, ...nothing }
    leaves.set(key, leaf)
    const [value, count] = [Number(cells.at(-2)), Number(cells.at(-1))]
    if (time === minute) {
      leaf.current += value
      leaf.currentDenominator += count
    } else {
      leaf.compare += value
      leaf.compareDenominator += count
    }
  }
  const all = [...leaves.values()]
  const dimensions = names.map((name, index) => {
    const values = [...new Set(all.map((leaf) => leaf.values[index]!))]
    const codes = Uint32Array.from(all, (leaf) => values.indexOf(leaf.values[index]!))
    return { name, values, codes }
  })
  const column = (key: Exclude<keyof Leaf, 'values'>) => Float64Array.from(all, (leaf) => leaf[key])
  return {
    dimensions,
    current: column('current'),
    compare: column('compare'),
    currentDenominator: column('currentDenominator'),
    compareDenominator: column('compareDenominator'),
  }
}
