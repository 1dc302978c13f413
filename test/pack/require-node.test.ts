import { expect, test } from 'vitest'
import { requireNode } from '../../publish/entries/require-node.ts'

test.each(['24.0.0', '26.1.0'])('takes Node %s where 24 is needed', (found) => {
  expect(() => requireNode('@tributary/platform', 24, found)).not.toThrow()
})

test.each(['22.23.3', '9.11.2'])('refuses Node %s in one sentence', (found) => {
  expect(() => requireNode('@tributary/platform', 24, found)).toThrow(
    new Error(`@tributary/platform needs Node 24 or newer; this is Node ${found}.`),
  )
})
