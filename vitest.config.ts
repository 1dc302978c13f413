import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

export default defineConfig({
  // Components of the explorer.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts', 'benchmarks/test/**/*.test.ts'],
    globalSetup: './test/support/global-setup.ts',
    typecheck: {
      enabled: true,
      include: ['packages/*/test/**/*.test-d.ts'],
      tsconfig: './tsconfig.type-tests.json',
    },
    reporters: ['default', './test/support/count-reporter.ts'],
    // Loading the packages anew for each file takes two thirds of the processor time. Tests leave no global state behind.
    isolate: false,
    // Children run the sources as they are: what Node has stripped and compiled once is kept for the next.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(
        new URL('./node_modules/.cache/node-compile', import.meta.url),
      ),
    },
    // Many files wait for servers and child processes: more workers than cores keep the cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    setupFiles: ['./test/support/time-budget.ts'],
    // These bound hangs, not speed: a machine that is ten times slower passes.
    testTimeout: process.env.TRIBUTARY_LONG ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
