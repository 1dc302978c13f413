import { afterAll, beforeAll, describe } from 'vitest'
import { embeddingJourneys } from './journeys/embedding.ts'
import { lineageJourneys } from './journeys/lineage.ts'
import { operationsJourneys } from './journeys/operations.ts'
import { pageJourneys } from './journeys/pages.ts'
import { reboundJourneys } from './journeys/rebound.ts'
import { whyJourneys } from './journeys/why.ts'
import { findBrowser, HOW_TO, needsBrowser } from './support/browser.ts'
import { type Stage, startStage } from './support/stage.ts'

const isSkipped = findBrowser() === null && !needsBrowser()
if (isSkipped) process.stderr.write(`${HOW_TO}\n`)

// One file: the journeys share a browser and a service, whose starts cost more than most journeys.
describe.skipIf(isSkipped)('in a browser', { timeout: 600_000 }, () => {
  let shared: Stage
  const stage = (): Stage => shared

  beforeAll(async () => {
    shared = await startStage()
  }, 120_000)

  afterAll(() => shared?.close())

  pageJourneys(stage)
  whyJourneys(stage)
  lineageJourneys(stage)
  operationsJourneys(stage)
  embeddingJourneys(stage)
  reboundJourneys(stage)
})
