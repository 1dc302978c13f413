import type { CausesInput, CausesReport } from '@tributary/attribution'

/** Numbers from 0 to below 1 from a seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Dimensions `d0`, `d1`, … with the values `v00`, `v01`, …, of which every combination occurs. */
export function grid(cards: readonly number[]): CausesInput['dimensions'] {
  const count = cards.reduce((product, card) => product * card, 1)
  let after = count
  return cards.map((card, index) => {
    after /= card
    const width = after
    return {
      name: `d${index}`,
      values: Array.from({ length: card }, (_, code) => `v${index}${code}`),
      codes: Uint32Array.from({ length: count }, (_, leaf) => Math.floor(leaf / width) % card),
    }
  })
}

/** The causes that are certain or likely: the values of each. */
export function namesOf({ causes }: CausesReport): readonly string[] {
  return causes
    .filter(({ confidence }) => confidence !== 'possible')
    .map(({ conditions }) => conditions.map(({ value }) => value).join(' '))
    .sort()
}
