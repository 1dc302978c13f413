import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CausesInput } from '@tributary/attribution'
import { segmentText } from '../instance.ts'
import type { Method } from '../score.ts'

const SCRIPT = fileURLToPath(new URL('wise-pizza.py', import.meta.url))
const MOST_BYTES = 1 << 30

interface Answer {
  readonly segments: readonly Readonly<Record<string, string>>[]
  readonly milliseconds: number
}

/** Whether a Python has the package. */
export function hasWisePizza(python: string): boolean {
  return spawnSync(python, ['-c', 'import wise_pizza']).status === 0
}

/** wise-pizza of some inputs, from one process of Python. It names three segments. */
export function askWisePizza(python: string, inputs: readonly CausesInput[]): Method {
  const text = JSON.stringify(inputs.map(toPlain))
  const options = { input: text, encoding: 'utf8', maxBuffer: MOST_BYTES } as const
  const { stdout, stderr, status } = spawnSync(python, [SCRIPT], options)
  if (status !== 0) throw new Error(`wise-pizza did not answer: ${stderr.slice(-400)}`)
  const answers = JSON.parse(stdout) as readonly Answer[]
  const byInput = new Map(inputs.map((input, index) => [input, answers[index]!]))
  return {
    name: 'wise-pizza',
    locate: (input) =>
      byInput
        .get(input)!
        .segments.map((segment) =>
          segmentText(Object.entries(segment).map(([dimension, value]) => ({ dimension, value }))),
        ),
    time: (input) => byInput.get(input)!.milliseconds,
  }
}

function toPlain({ dimensions, ...input }: CausesInput) {
  const numbers = (column: Float64Array | undefined) =>
    column === undefined ? null : Array.from(column)
  return {
    dimensions: dimensions.map(({ name, values, codes }) => [name, values, Array.from(codes)]),
    current: numbers(input.current),
    compare: numbers(input.compare),
    currentDenominator: numbers(input.currentDenominator),
    compareDenominator: numbers(input.compareDenominator),
  }
}
