import { expect, test } from 'vitest'
import { createProgress } from '../../src/terminal/run.ts'
import { captureOutput } from '../support/captured-effects.ts'

test('rewrites one line on a terminal and takes it away', () => {
  const { output, text } = captureOutput(true)
  const progress = createProgress(output)
  progress.show('reading')
  progress.show('asking')
  progress.clear()
  progress.clear()
  expect(text()).toBe('reading …\r\u001b[2Kasking …\r\u001b[2K')
})

test('is silent in a pipe', () => {
  const { output, text } = captureOutput(false)
  const progress = createProgress(output)
  progress.show('reading')
  progress.clear()
  expect(text()).toBe('')
})
