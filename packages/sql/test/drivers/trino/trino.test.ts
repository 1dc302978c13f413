import { describe } from 'vitest'
import { testDriver } from '../../support/driver-suite.ts'
import { TEST_ENGINES, TRINO } from '../../support/test-databases.ts'

describe.skipIf(!TEST_ENGINES.includes(TRINO))('the driver of Trino', () => {
  if (TEST_ENGINES.includes(TRINO)) testDriver(TRINO)
})
