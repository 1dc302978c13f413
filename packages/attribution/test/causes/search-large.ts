import { locateCauses } from '@tributary/attribution'

/** Searches 24 million leaves of six dimensions, of which one pair of values fell, and prints what that took as JSON. */
const CARDS = [10, 5, 250, 20, 8, 12]
const count = CARDS.reduce((product, card) => product * card, 1)

let after = count
const dimensions = CARDS.map((card, index) => {
  after /= card
  const values = Array.from({ length: card }, (_, code) => `v${String(code).padStart(3, '0')}`)
  const codes = new Uint32Array(count)
  for (let leaf = 0; leaf < count; leaf++) codes[leaf] = Math.floor(leaf / after) % card
  return { name: `d${index}`, values, codes }
})
let state = 3
/** Mulberry32: numbers whose distance is a multiple of a dimension must not depend on one another. */
function next(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const [current, compare] = [new Float64Array(count), new Float64Array(count)]
for (let leaf = 0; leaf < count; leaf++) {
  const isFault = dimensions[2]!.codes[leaf] === 17 && dimensions[4]!.codes[leaf] === 3
  compare[leaf] = 50 + 500 * next()
  current[leaf] = compare[leaf]! * (isFault ? 0.6 : 1) * (1 + 0.1 * (next() + next() - 1))
}
const before = process.cpuUsage()
const { causes, considered } = locateCauses({ dimensions, current, compare })
const { user, system } = process.cpuUsage(before)
const found = {
  certain: causes
    .filter(({ confidence }) => confidence === 'certain')
    .map(({ conditions }) => conditions),
  combinations: considered.combinations,
  seconds: (user + system) / 1e6,
  bytesOfLeaves: count * (4 * CARDS.length + 16),
  bytes: 1024 * process.resourceUsage().maxRSS,
}
process.stdout.write(`${JSON.stringify(found)}\n`)
