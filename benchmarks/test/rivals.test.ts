import { expect, test } from 'vitest'
import { makeInstance, RECIPES } from '../causes/recipes.ts'
import { RISK_LOC } from '../causes/rivals/risk-loc.ts'
import { score } from '../causes/score.ts'

/** The first seed and the number of instances of `pnpm bench all`. */
const [SEED, INSTANCES] = [5000, 20]

// F1 of the authors' code on instances of their own.
test.each([
  ['S', 0.654],
  ['L', 0.787],
] as const)(
  'RiskLoc written anew is as good as by its authors on %s',
  { timeout: 120_000 },
  (set, published) => {
    const instances = Array.from({ length: INSTANCES }, (_, i) =>
      makeInstance(RECIPES[set], SEED + i),
    )
    expect(Math.abs(score(instances, () => RISK_LOC).f1 - published)).toBeLessThanOrEqual(0.05)
  },
)
