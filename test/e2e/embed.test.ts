import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runNode } from '../support/command.ts'
import { ROOT } from '../support/imports.ts'

test('the embedded example answers without a server and without files', async () => {
  const { stdout } = await runNode([join(ROOT, 'examples/embed/main.ts')])
  expect(stdout).toContain('Average delay by origin')
  // The flights from ORD brought 0.878 of the growth: 83 - 18 minutes of 97 - 23.
  expect(stdout).toMatch(/'ORD'.*41\.5.*│ 9 .*'32\.5'.*0\.8783783784/)
})
